import { asId } from '../../envelope/as-id.ts'
import { jsonText } from '../../json.ts'
import type { MessageFacts } from '../event.ts'
import { isAbout } from './leave-out.ts'
import { saidOfKnown } from '../things/number-for-name.ts'
import { originOf } from '../previews/origin.ts'
import { say } from '../render/say.ts'
import { maxWaiting, type Scene } from '../scene.ts'
import { openPreview } from '../session.ts'
import { done, type Done } from '../step.ts'
import { wishNames } from '../previews/wish-names.ts'

/**
 * "cancel 207", "and 205": what is previewed is wanted of another thing as well. It waits behind the preview, which stays, and gets one of
 * its own. `null` where no change with a target is previewed.
 */
export function addAlike(
  { session, context }: Scene,
  { value, idOf }: { readonly value: string; readonly idOf: readonly string[] },
  message: MessageFacts,
): Done | null {
  const preview = openPreview(session)
  const command = preview === null ? undefined : context.catalogue.commands.get(preview.draft.command)
  const target = command?.intent.target ?? null
  if (session.question !== null || preview === null || target === null || command?.safety === 'read') return null
  const { draft } = preview
  const known = saidOfKnown(context, command, draft.args)
  if (jsonText(draft.args[target] ?? null) === value || session.wishes.length >= maxWaiting) return null
  const isId =
    draft.byNumber?.includes(target) === true ||
    command?.parameters.some(({ name, entity }) => name === target && idOf.includes(entity ?? '')) === true
  const wish = {
    command: draft.command,
    args: { ...draft.raw, ...known, [target]: isId ? asId(value) : value },
    source: 'sentence',
  } as const
  const isThere = session.wishes.some((each) => isAbout(context, each.wish.command, each.wish.args, value))
  const wishes = isThere ? session.wishes : [...session.wishes, { wish, origin: originOf(message), besides: [] }]
  const text = say(context.locale, 'wishes_waiting', { wishes: wishNames(context, wishes) })
  return done({ ...session, wishes }, [{ about: 'info', text }])
}
