import type { Wish } from '../understanding/reading.ts'
import { draftWish } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { isAsking } from './is-asking.ts'
import { originOf } from './origin.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { openPreview, type Session } from './session.ts'
import { settleReferences } from './settle-references.ts'
import { done, sayBelow, type Step } from './step.ts'
import { wishNames } from './wish-names.ts'

/** How many wishes may wait; the oldest message's last ones are forgotten first. */
const maxWaiting = 20

/**
 * Several wishes of one message become several commands, each with its own preview, one after the other. What waits from
 * an earlier message goes on waiting behind them.
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

/** Takes up the first wish that waits. */
export function nextWish(scene: Scene): Step {
  const [next, ...rest] = scene.session.wishes
  if (next === undefined) return done(scene.session)
  return withWaiting(scene, draftWish({ ...scene, session: { ...scene.session, wishes: rest } }, next))
}

/** Whoever is asked about the first hears what comes after it. */
function withWaiting({ context }: Scene, step: Step): Step {
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined || !isAsking(last)) return step
  const wishes = wishNames(context, step.session.wishes)
  return wishes === '' ? step : sayBelow(step, [say(context.locale, 'wishes_waiting', { wishes })], '\n\n')
}

/**
 * Whether the next wish can be taken up: no read runs, and no command or question is open or awaited that came up after it was
 * said. The caller then sends `next-wish`.
 */
export function isWishDue(session: Session): boolean {
  const [next] = session.wishes
  if (next === undefined || session.running !== null) return false
  return openThings(session).every((open) => next.besides.includes(open))
}

/** The ids of commands, and of a question: of what came in which messages, and for which value. */
function openThings({ pending, question, awaited }: Session): readonly string[] {
  const asked = question === null ? null : [...question.draft.origin.messageIds, question.parameter].join('/')
  return [openPreview({ pending })?.commandId ?? null, awaited, asked].filter((each) => each !== null)
}
