import type { Parameter } from '../../catalogue/catalogue.ts'
import { addMember } from '../../envelope/structured-argument.ts'
import { noteAnswer } from './answered-by.ts'
import { atTimesOfList } from './on-day-of-list.ts'
import { askAgain } from '../questions/ask.ts'
import { correctedParameter, heardParameter, meantParameter } from '../questions/question-text.ts'
import { settleCorrected } from './ask-which-value.ts'
import { settleMeant } from './choose-command.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { continueDraft, continueWithValue, withoutDoubt } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import type { Draft, Question } from '../session.ts'
import { done, type Step } from '../step.ts'

/** Continues the draft of a question with this value for what was asked, and the words that it was read from. */
export function fillQuestion(
  scene: Scene,
  question: Question,
  value: string,
  message: MessageFacts,
  words?: string,
): Step {
  const { parameter } = question
  if (parameter === heardParameter) return settleHeard(scene, question, value, message)
  if (parameter === meantParameter) return settleMeant(scene, question, value, message)
  if (parameter === correctedParameter) return settleCorrected(scene, question, value, message)
  const answering = { ...scene, session: { ...scene.session, question: null } }
  return draftCommand(answering, answeredDraft(scene, question, value, message, words), { answered: question })
}

/** The draft of a question with this value for what was asked. */
export function answeredDraft(
  scene: Scene,
  question: Question,
  value: string,
  message: MessageFacts,
  words?: string,
): Draft {
  const { draft, parameter } = question
  const known = scene.context.catalogue.commands.get(draft.command)?.parameters.find(({ name }) => name === parameter)
  const member = question.kind === 'value' ? question.member : undefined
  const raw = known === undefined ? value : rawOf(scene, question, known, value)
  const filled = continueWithValue(draft, message, { parameter, raw, words })
  const answered = member === undefined ? noteAnswer(filled, message.id, parameter, draft) : filled
  return question.kind === 'choice' ? { ...answered, chosen: { parameter, from: question.candidates } } : answered
}

function rawOf(scene: Scene, question: Question, known: Parameter, value: string): string {
  if (question.kind === 'choice') return atTimesOfList(scene, question, known, value)
  const { draft, parameter, member } = question
  return member === undefined ? value : addMember(known, draft.raw[parameter], member, value)
}

/** Whether the voice note was heard correctly: only then is there a preview. */
export function settleHeard(scene: Scene, question: Question, answer: string, message: MessageFacts): Step {
  const { session, context } = scene
  const closed = { ...scene, session: { ...session, question: null } }
  if (answer === 'no') return done(closed.session, [{ about: 'info', text: say(context.locale, 'heard_wrong') }])
  if (answer !== 'yes') return askAgain(scene, question)
  return draftCommand(closed, withoutDoubt(continueDraft(question.draft, message)))
}
