/** "just the second", "all but the second", "all but 207": which of several things that are listed, open or wait is meant, or is not. */
import { takeInstead } from '../waiting/among-waiting.ts'
import { fillQuestion } from './fill-question.ts'
import { renderQuestion } from '../questions/ask.ts'
import { dropNewest } from '../waiting/drop.ts'
import type { MessageFacts } from '../event.ts'
import { inOwnPlaces } from '../things/in-own-places.ts'
import { leaveOutWaiting } from '../waiting/leave-out.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openDraft } from '../session.ts'
import { after, done, type Step } from '../step.ts'
import type { Reading } from '../../understanding/reading.ts'

/** `null` where there are no several things, or none in that place. */
export function takeOfSeveral(
  scene: Scene,
  { place, not }: Omit<Extract<Reading, { kind: 'of-several' }>, 'kind'>,
  message: MessageFacts,
): Step | null {
  const { question, wishes } = scene.session
  if (question?.kind === 'choice') {
    const listed = place === 'last' ? question.candidates.at(-1) : question.candidates[place - 1]
    return listed === undefined || not !== true ? null : leaveOutListed(scene, listed.id, message)
  }
  if (openDraft(scene.session) === null || wishes.length === 0) return null
  // What is open comes before all that waits.
  const at = place === 'last' ? wishes.length : place - 1
  const waiting = wishes[at - 1]
  if (at > 0 && waiting === undefined) return null
  if (not === true) return at === 0 ? dropNewest(scene) : leaveOutWaiting(scene, (each) => each === waiting)
  const told = leaveOutWaiting(scene, (each) => each !== waiting)
  if (waiting === undefined) return told
  const left = { ...scene, session: { ...scene.session, wishes: [waiting] } }
  return after({ replies: told?.replies ?? [] }, takeInstead(left, waiting, message))
}

/** "all but 207" of a list: the other one is meant, or one of the others. `null` where it is not listed. */
export function leaveOutListed(scene: Scene, id: string, message: MessageFacts): Step | null {
  const { session, context } = scene
  const { question } = session
  const { parameters = [] } = context.catalogue.commands.get(question?.draft.command ?? '') ?? {}
  // Which command is meant, and which value, is no list of things.
  if (question?.kind !== 'choice' || parameters.every(({ name }) => name !== question.parameter)) return null
  const candidates = question.candidates.filter((each) => each.id !== id)
  const [other] = candidates
  if (other === undefined || candidates.length === question.candidates.length) return null
  if (candidates.length === 1) return fillQuestion(scene, question, other.id, message)
  const narrowed = { ...question, candidates: inOwnPlaces(candidates) }
  return done({ ...session, question: narrowed }, [
    renderQuestion(context, narrowed, [say(context.locale, 'choose_one')]),
  ])
}
