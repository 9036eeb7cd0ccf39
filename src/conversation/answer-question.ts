import type { Reading } from '../understanding/reading.ts'
import { askAgain } from './ask.ts'
import { draftCommand } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { renderHelp } from './render/render-help.ts'
import { pickFromMenu, refuseNumber } from './menus.ts'
import type { Scene } from './scene.ts'
import type { Question } from './session.ts'
import { done, type Step } from './step.ts'

/** The answer to the open question: a value, or the number of a candidate. */
export function answerQuestion(
  scene: Scene,
  answer: Extract<Reading, { kind: 'value' | 'pick' }>,
  message: MessageFacts,
): Step {
  const { session, context } = scene
  const { question } = session
  const fromMenu = answer.kind === 'pick' ? pickFromMenu(scene, answer.n, message) : null
  if (fromMenu !== null) return fromMenu
  if (question === null && answer.kind === 'pick') return refuseNumber(scene)
  if (question === null) return done(session, [renderHelp(context, 'not_understood')])
  const said = answer.kind === 'value' ? answer.text : String(answer.n)
  if (question.kind === 'value') return fillQuestion(scene, question, said, message)
  // A number beyond the list may be the id that the list shows: "207" for "1. 207 — Pedro Alves".
  const byNumber = answer.kind === 'pick' ? question.candidates[answer.n - 1] : undefined
  const picked = byNumber ?? question.candidates.find(({ id }) => id === said)
  return picked === undefined ? askAgain(scene, question) : fillQuestion(scene, question, picked.id, message)
}

/** Goes on with the draft of a question, with this value for what was asked. */
export function fillQuestion(scene: Scene, question: Question, value: string, message: MessageFacts): Step {
  const { draft, parameter } = question
  const origin = { messageIds: [...draft.origin.messageIds, message.id], sentAt: message.sentAt }
  const answering = { ...scene, session: { ...scene.session, question: null } }
  return draftCommand(
    answering,
    { ...draft, raw: { ...draft.raw, [parameter]: value }, origin },
    { answered: question },
  )
}
