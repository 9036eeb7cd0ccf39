import type { Wish } from '../understanding/reading.ts'
import { draftWish } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import type { Scene } from './scene.ts'
import type { Session } from './session.ts'
import { done, type Step } from './step.ts'

/** Several wishes of one message become several commands, each with its own preview, one after the other. */
export function startWishes(scene: Scene, wishes: readonly Wish[], message: MessageFacts): Step {
  const origin = { messageIds: [message.id], sentAt: message.sentAt }
  const queued = wishes.map((wish) => ({ wish, origin }))
  return nextWish({ ...scene, session: { ...scene.session, wishes: queued } })
}

/** Takes up the first wish that waits. */
export function nextWish(scene: Scene): Step {
  const [next, ...rest] = scene.session.wishes
  if (next === undefined) return done(scene.session)
  return draftWish({ ...scene, session: { ...scene.session, wishes: rest } }, next)
}

/** Whether the next wish can be taken up: nothing is open, nothing is on its way. The caller then sends `next-wish`. */
export function isWishDue({ pending, question, running, wishes }: Session): boolean {
  return wishes.length > 0 && question === null && running === null && (pending === null || pending.lapsed)
}
