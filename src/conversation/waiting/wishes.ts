import type { Wish } from '../../understanding/wish.ts'
import { draftWish } from '../previews/draft-command.ts'
import type { MessageFacts } from '../event.ts'
import { originOf } from '../previews/origin.ts'
import { maxWaiting, type Scene } from '../scene.ts'
import { openThings, type Session } from '../session.ts'
import { settleReferences } from '../things/settle-references.ts'
import { done, type Step } from '../step.ts'
import { withWaiting } from './with-waiting.ts'

/**
 * Several wishes in one message become several commands, each with its own preview, one after the other. Wishes that still
 * wait from an earlier message queue behind them.
 */
export function startWishes(scene: Scene, wishes: readonly Wish[], message: MessageFacts): Step {
  const { session } = scene
  const origin = originOf(message)
  const besides = openThings(session)
  const queued = [
    ...settleReferences(scene, wishes).map((wish) => ({ wish, origin, besides })),
    ...session.wishes,
  ].slice(0, maxWaiting)
  return nextWish({ ...scene, session: { ...session, wishes: queued } })
}

/** Takes up the first waiting wish. */
export function nextWish(scene: Scene): Step {
  const [next, ...rest] = scene.session.wishes
  if (next === undefined) return done(scene.session)
  const asked = draftWish({ ...scene, session: { ...scene.session, wishes: rest } }, next)
  // A question as well: what is asked about it is asked before all of this.
  return withWaiting(scene.context, asked, ['ask', 'choose'])
}

/**
 * Whether the next wish can be taken up: no read is running, and nothing is open or awaited that came up after the wish was
 * said. The caller then sends `next-wish`.
 */
export function isWishDue(session: Session): boolean {
  const [next] = session.wishes
  if (next === undefined || session.running !== null) return false
  return openThings(session).every((open) => next.besides.includes(open))
}
