import { dropNewest, dropPending } from './drop.ts'
import type { Scene } from './scene.ts'
import { openPreview } from './session.ts'
import { done, type Step } from './step.ts'
import { waitedLines } from './wish-names.ts'

/** "stop", "none of them": what is open is dropped, and with it all that waits for its turn; how much that was is said. */
export function dropAll(scene: Scene): Step {
  const { session, context } = scene
  const { wishes } = session
  const left = { ...scene, session: { ...session, menu: null, wishes: [] } }
  const preview = openPreview(session)
  const step =
    preview === null
      ? dropNewest(left)
      : dropPending({ ...left, session: { ...left.session, question: null } }, preview)
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined || wishes.length === 0) return step
  const text = [last.text, ...waitedLines(context, wishes)].join('\n')
  return done(step.session, [...step.replies.slice(0, -1), { ...last, text }], step.decisions)
}
