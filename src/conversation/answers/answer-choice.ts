import type { Reading } from '../../understanding/reading.ts'
import { calledCandidates } from './called-candidates.ts'
import { answeredDraft, fillQuestion } from './fill-question.ts'
import type { MessageFacts } from '../event.ts'
import { askAgain, renderQuestion } from '../questions/ask.ts'
import { correctedParameter } from '../questions/question-text.ts'
import { bareName } from '../things/bare-name.ts'
import { inOwnPlaces, isKnownAs } from '../things/in-own-places.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import type { Scene } from '../scene.ts'
import type { Question } from '../session.ts'
import { done, type Step } from '../step.ts'

/** The answer to a list: a number of it, or what one of it is called. */
export function answerChoice(
  scene: Scene,
  question: Extract<Question, { kind: 'choice' }>,
  answer: Extract<Reading, { kind: 'value' | 'pick' }>,
  message: MessageFacts,
): Step {
  const { candidates } = question
  // The question is precisely which of the two the number is for.
  if (question.parameter === correctedParameter && answer.kind === 'pick' && answer.n > candidates.length)
    return askAgain(scene, question)
  const said = answer.kind === 'value' ? answer.text : String(answer.n)
  // A number beyond the list may be the id that the list shows: "207" for "1. 207 — Pedro Alves".
  const byNumber = answer.kind === 'pick' ? candidates[answer.n - 1] : undefined
  const picked = byNumber ?? candidates.find((each) => isKnownAs(each, said))
  if (picked !== undefined) return fillQuestion(scene, question, picked.id, message)
  const words = answer.kind === 'value' ? answer.said : undefined
  return callCandidate(scene, question, said, message, words) ?? askAgain(scene, question)
}

/**
 * Handles what is called by its name instead of its number: a candidate, several of them, or else something of the same
 * kind.
 */
export function callCandidate(
  scene: Scene,
  question: Extract<Question, { kind: 'choice' }>,
  said: string,
  message: MessageFacts,
  words?: string,
): Step | null {
  const { session, context } = scene
  // "Friday" is that of the list, and not the coming one; "the 22mm one" is called "22mm".
  const called =
    [said, words, bareName(context.locale, said)?.name]
      .filter((each) => each !== undefined)
      .map((each) => calledCandidates(question, each))
      .find((each) => each.length > 0) ?? []
  const [first, second] = called
  if (first !== undefined && second === undefined) return fillQuestion(scene, question, first.id, message)
  if (first !== undefined) {
    const narrowed = { ...question, candidates: inOwnPlaces(called) }
    return done({ ...session, question: narrowed }, [renderQuestion(context, narrowed, [])])
  }
  const command = context.catalogue.commands.get(question.draft.command)
  const parameter = command?.parameters.find(({ name }) => name === question.parameter)
  // A number that is not in the list is a slip of the finger, not another thing.
  if (command === undefined || parameter === undefined || /^\d{1,4}$/u.test(said)) return null
  const nowhere = whetherNowhere(scene, command, answeredDraft(scene, question, said, message), parameter)
  if (nowhere.kind === 'needs') return nowhere
  return nowhere.kind === 'yes' ? null : fillQuestion(scene, question, said, message, words)
}
