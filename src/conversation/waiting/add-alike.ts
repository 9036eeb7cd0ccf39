import type { Command } from '../../catalogue/catalogue.ts'
import { asId } from '../../envelope/as-id.ts'
import { jsonText } from '../../json.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { beginDraft } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { isAbout } from './leave-out.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import { notAsShown } from './not-as-shown.ts'
import { namesOfKnown } from '../things/names-of-known.ts'
import { wishOfDraft } from '../wish-and-draft.ts'
import { originOf } from '../previews/origin.ts'
import { say } from '../render/say.ts'
import { maxWaiting, type Scene } from '../scene.ts'
import { type Draft, openPreview } from '../session.ts'
import { done, type Step, whether, type Whether } from '../step.ts'
import { wishNames } from '../previews/wish-names.ts'

/**
 * "cancel 207", "and 205": what is previewed is wanted of another thing as well. It waits behind the preview, which stays, and gets one of
 * its own. `null` where no change with a target is previewed.
 */
export function addAlike(
  scene: Scene,
  { value, idOf }: { readonly value: string; readonly idOf: readonly string[] },
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const preview = openPreview(session)
  const command = preview === null ? undefined : context.catalogue.commands.get(preview.draft.command)
  const target = command?.intent.target ?? null
  if (session.question !== null || preview === null || target === null) return null
  if (command === undefined || command.safety === 'read') return null
  const { draft } = preview
  if (jsonText(draft.args[target] ?? null) === value || session.wishes.length >= maxWaiting) return null
  const { [target]: _other, ...others } = draft.args
  const called = namesOfKnown(scene, command, others)
  if (called.kind === 'needs') return called
  const isId =
    draft.byNumber?.includes(target) === true ||
    command.parameters.some(({ name, entity }) => name === target && idOf.includes(entity ?? ''))
  const raw = isId ? asId(value) : value
  const nowhere = whetherSum(
    scene,
    command,
    beginDraft(draft.command, message, { raw: { [target]: raw }, args: others }),
  )
  if (nowhere.kind === 'needs') return nowhere
  if (nowhere.kind === 'yes') return notAsShown(scene, 'added', message)
  // What was said of the first thing ("Maria's 204") is not said of the other one.
  const { args, known = {} } = wishOfDraft(draft, { [target]: raw })
  const wish = { command: draft.command, args, known, source: 'sentence', names: called.names } as const
  const isThere = session.wishes.some((each) => isAbout(context, each.wish.command, each.wish.args, value))
  const wishes = isThere ? session.wishes : [...session.wishes, { wish, origin: originOf(message), besides: [] }]
  const text = say(context.locale, 'wishes_waiting', { wishes: wishNames(context, wishes) })
  return done({ ...session, wishes }, [{ about: 'info', text }])
}

/** "And 20" of a payment: no thing of that number, where there is none and what is open has a number besides; nobody knows what is to be 20. */
function whetherSum(scene: Scene, command: Command, draft: Draft): Whether {
  const { parameters, intent } = command
  const target = parameters.find(({ name }) => name === intent.target)
  const hasNumber = parameters.some(({ name, type }) => isNumber(type) && draft.args[name] !== undefined)
  return target === undefined || !hasNumber ? whether(false) : whetherNowhere(scene, command, draft, target)
}
