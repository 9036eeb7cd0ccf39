import { draftCommand } from '../previews/draft-command.ts'
import { inPlaceOfPreview } from './drop.ts'
import type { MessageFacts } from '../event.ts'
import { originOf } from '../previews/origin.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import type { Draft, QueuedWish } from '../session.ts'
import { sayBelow, type Step } from '../step.ts'
import { withValues } from '../wish-and-draft.ts'
import { wishNames } from '../previews/wish-names.ts'

/**
 * What is open is no longer wanted as it was, even if nothing comes of what is wanted in its place. What one message said once for
 * several wishes ("give jobs 31 and 33 to beto", "no, tonho") is corrected in all of them, and that is said; what each is about stays,
 * and so does a value that is another one.
 */
export function redraft(scene: Scene, message: MessageFacts, before: Draft, now: Draft): Step {
  const { session, context } = scene
  const target = context.catalogue.commands.get(now.command)?.intent.target
  const { wished = {} } = before
  const names = Object.keys(now.raw).filter(
    (name) => name !== target && (wished[name] ?? now.raw[name]) !== now.raw[name],
  )
  const isShared = ({ wish, origin }: QueuedWish, name: string) =>
    wish.command === now.command &&
    wish.or === undefined &&
    wish.args[name] === wished[name] &&
    origin.messageIds.some((id) => before.origin.messageIds.includes(id))
  const wishes = session.wishes.map((each) => {
    const shared = names.filter((name) => isShared(each, name))
    if (shared.length === 0) return each
    const { said = {}, ...wish } = each.wish
    const kept = Object.entries(said).filter(([name]) => !shared.includes(name))
    const words = { ...Object.fromEntries(kept), ...valuesOf(now.said ?? {}, shared) }
    return {
      ...each,
      wish: {
        ...withValues(wish, valuesOf(now.raw, shared)),
        ...(Object.keys(words).length > 0 && { said: words }),
      },
      origin: originOf(message, each.origin),
    }
  })
  const changed = wishes.filter((each, at) => each !== session.wishes[at])
  const draft = before.wished === undefined ? now : { ...now, wished: { ...wished, ...now.raw } }
  const step = inPlaceOfPreview({ ...scene, session: { ...session, wishes } }, (left) => draftCommand(left, draft))
  if (changed.length === 0) return step
  return sayBelow(step, [say(context.locale, 'waiting_changed_too', { wishes: wishNames(context, changed) })], '\n\n')
}

/** The values of these names, where there are any. */
function valuesOf(from: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}
