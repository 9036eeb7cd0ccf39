/** "just the second", "all but the second", "all but 207": which of several things that are listed, open or wait is meant, or is not. */
import { takeInstead } from '../waiting/among-waiting.ts'
import { calledCandidates, numberedCandidate } from './called-candidates.ts'
import { fillQuestion } from './fill-question.ts'
import { renderQuestion } from '../questions/ask.ts'
import { dropNewest, dropUnnamed } from '../waiting/drop.ts'
import type { MessageFacts } from '../event.ts'
import { inOwnPlaces } from '../things/in-own-places.ts'
import { leaveOutThing, leaveOutWaiting } from '../waiting/leave-out.ts'
import { onUnknown } from './on-unknown.ts'
import { recall } from '../things/mentions.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openDraft, type Question } from '../session.ts'
import { after, done, type Step } from '../step.ts'
import type { Reading } from '../../understanding/reading.ts'

type Choice = Extract<Question, { kind: 'choice' }>

/** "All but 207", "not 207". */
export function leaveOut(
  scene: Scene,
  { value, refuses }: Extract<Reading, { kind: 'leave-out' }>,
  message: MessageFacts,
): Step {
  const left = leaveOutListed(scene, value, message) ?? leaveOutThing(scene, value)
  return left ?? (refuses === true ? dropUnnamed(scene) : onUnknown(scene, {}))
}

/** `null` where there are no several things, or none in that place. */
export function takeOfSeveral(
  scene: Scene,
  { place, not }: Omit<Extract<Reading, { kind: 'of-several' }>, 'kind'>,
  message: MessageFacts,
): Step | null {
  const { question, wishes } = scene.session
  if (question?.kind === 'choice') {
    if (place === 'other') return takeOther(scene, question, message)
    const listed = place === 'last' ? question.candidates.at(-1) : question.candidates[place - 1]
    if (not === true) return listed === undefined ? null : leaveOutListed(scene, listed.id, message)
    return place === 'last' ? askForEnd(scene, question) : null
  }
  if (place === 'other') return null
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

/** "The other one" is the one that was not spoken of before; where that is neither of them, or both, the list stays. */
function takeOther(scene: Scene, question: Choice, message: MessageFacts): Step {
  const { session, context } = scene
  const { parameters = [] } = context.catalogue.commands.get(question.draft.command) ?? {}
  const entity = parameters.find(({ name }) => name === question.parameter)?.entity ?? null
  const known = entity === null ? [] : recall(scene, { entity })
  const [other, ...others] = question.candidates.filter(({ id }) => !known.includes(id))
  return other !== undefined && others.length === 0
    ? fillQuestion(scene, question, other.id, message)
    : done(session, [renderQuestion(context, question, [say(context.locale, 'choose_of_two')])])
}

/** "The last one" of a list that begins with the newest may be either end of it. */
function askForEnd({ session, context }: Scene, question: Choice): Step {
  const ends = question.candidates.filter((_, at) => at === 0 || at === question.candidates.length - 1)
  const narrowed = { ...question, candidates: inOwnPlaces(ends) }
  return done({ ...session, question: narrowed }, [
    renderQuestion(context, narrowed, [say(context.locale, 'choose_end')]),
  ])
}

/**
 * "all but 207", "not the first" of a list, "not Ana's": the other one is meant, or one of the others. `null` where none, or all, of it is so
 * called.
 */
export function leaveOutListed(scene: Scene, said: string, message: MessageFacts): Step | null {
  const { session, context } = scene
  const { question } = session
  const { parameters = [] } = context.catalogue.commands.get(question?.draft.command ?? '') ?? {}
  // Which command is meant, and which value, is no list of things.
  if (question?.kind !== 'choice' || parameters.every(({ name }) => name !== question.parameter)) return null
  const numbered = numberedCandidate(question, said)
  const out = numbered === undefined ? calledCandidates(question, said) : [numbered]
  const candidates = question.candidates.filter((each) => !out.includes(each))
  const [other] = candidates
  if (other === undefined || candidates.length === question.candidates.length) return null
  if (candidates.length === 1) return fillQuestion(scene, question, other.id, message)
  const narrowed = { ...question, candidates: inOwnPlaces(candidates) }
  return done({ ...session, question: narrowed }, [
    renderQuestion(context, narrowed, [say(context.locale, 'choose_one')]),
  ])
}
