import { answerChoice } from './answer-choice.ts'
import { answerValueQuestion } from './answer-value-question.ts'
import type { Reading } from '../../understanding/reading.ts'
import { askOfAnother } from './ask-of-another.ts'
import type { MessageFacts } from '../event.ts'
import { lookAtNumber } from '../waiting/look-at-number.ts'
import { renderHint } from '../render/render-help.ts'
import { pickFromMenu, refuseNumber } from '../waiting/menus.ts'
import { withReminder } from '../questions/remind.ts'
import type { Scene } from '../scene.ts'
import type { Question } from '../session.ts'
import { asWhole, withBeside } from './with-beside.ts'
import { done, type Step } from '../step.ts'

/** The answer to the open question: a value, or the number of a candidate. */
export function answerQuestion(
  scene: Scene,
  said: Extract<Reading, { kind: 'value' | 'pick' }>,
  message: MessageFacts,
): Step {
  const { session, context } = scene
  const answer = said.kind === 'value' ? asWhole(session.question, said, context) : said
  const question = answer.kind === 'value' ? withBeside(session.question, answer, context, message) : session.question
  if (question === null) return answerNothingAsked(scene, answer, message)
  const instead =
    answer.kind === 'pick' ? pickFromMenu(scene, answer.n, message) : asksAnother(scene, question, answer, message)
  if (instead !== null) return instead
  if (question.kind === 'choice') return answerChoice(scene, question, answer, message)
  const value = answer.kind === 'value' ? answer : ({ kind: 'value', text: String(answer.n) } as const)
  return answerValueQuestion(scene, question, value, message)
}

/** A number may be of something that was listed, or of the menu; a value answers nothing. */
function answerNothingAsked(
  scene: Scene,
  answer: Extract<Reading, { kind: 'value' | 'pick' }>,
  message: MessageFacts,
): Step {
  if (answer.kind === 'value') return done(scene.session, [renderHint(scene.context, scene.session)])
  return (
    lookAtNumber(scene, answer.n, message) ?? pickFromMenu(scene, answer.n, message) ?? refuseNumber(scene, answer.n)
  )
}

/** "And tomorrow?", behind what was looked at since the question was asked: more of that, and no answer. `null` where it is one. */
function asksAnother(
  scene: Scene,
  { draft }: Question,
  { another }: Extract<Reading, { kind: 'value' }>,
  message: MessageFacts,
): Step | null {
  const { repeat } = scene.session
  if (another === undefined || repeat === null || another.asValue?.[repeat.command] === undefined) return null
  if (repeat.origin.sentAt <= draft.origin.sentAt) return null
  const asked = askOfAnother(scene, another, message)
  return asked === null ? null : withReminder(scene, asked)
}
