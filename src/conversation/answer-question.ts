import { addMember } from '../envelope/structured-argument.ts'
import type { Reading } from '../understanding/reading.ts'
import { askAgain, heardParameter, meantParameter } from './ask.ts'
import { settleMeant } from './choose-command.ts'
import { draftCommand } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { originOf, withoutDoubt } from './origin.ts'
import { renderHint } from './render/render-help.ts'
import { say } from './render/say.ts'
import { pickFromMenu, refuseNumber } from './menus.ts'
import { withSaid } from './said-words.ts'
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
  if (question === null) return done(session, [renderHint(context)])
  const said = answer.kind === 'value' ? answer.text : String(answer.n)
  if (question.kind === 'value' && answer.kind === 'value' && answer.refers === true) {
    const meant = referTo(scene, question, said, message)
    if (meant !== null) return meant
  }
  if (question.kind === 'value') {
    return fillQuestion(scene, question, said, message, answer.kind === 'value' ? answer.said : undefined)
  }
  // A number beyond the list may be the id that the list shows: "207" for "1. 207 — Pedro Alves".
  const byNumber = answer.kind === 'pick' ? question.candidates[answer.n - 1] : undefined
  const picked = byNumber ?? question.candidates.find(({ id }) => id === said)
  return picked === undefined ? askAgain(scene, question) : fillQuestion(scene, question, picked.id, message)
}

/** "that one": what was spoken of before, where the question is for a thing; `null` where it is for anything else. */
function referTo(
  scene: Scene,
  question: Extract<Question, { kind: 'value' }>,
  said: string,
  message: MessageFacts,
): Step | null {
  const { draft, parameter } = question
  const { parameters = [] } = scene.context.catalogue.commands.get(draft.command) ?? {}
  const entity = parameters.find(({ name }) => name === parameter)?.entity
  if (entity === undefined || entity === null) return null
  const answering = { ...scene, session: { ...scene.session, question: null } }
  return draftCommand(
    answering,
    {
      ...draft,
      refers: { ...draft.refers, [parameter]: { said, entity } },
      ...withSaid(draft, parameter, said),
      origin: originOf(message, draft.origin),
    },
    { answered: question },
  )
}

/** Goes on with the draft of a question, with this value for what was asked, and the words that it was read from. */
export function fillQuestion(
  scene: Scene,
  question: Question,
  value: string,
  message: MessageFacts,
  words?: string,
): Step {
  const { draft, parameter } = question
  if (parameter === heardParameter) return settleHeard(scene, question, value, message)
  if (parameter === meantParameter) return settleMeant(scene, question, value, message)
  const known = scene.context.catalogue.commands.get(draft.command)?.parameters.find(({ name }) => name === parameter)
  const member = question.kind === 'value' ? question.member : undefined
  const raw =
    member === undefined || known === undefined ? value : addMember(known, draft.raw[parameter], member, value)
  const origin = originOf(message, draft.origin)
  const answering = { ...scene, session: { ...scene.session, question: null } }
  return draftCommand(
    answering,
    { ...draft, raw: { ...draft.raw, [parameter]: raw }, ...withSaid(draft, parameter, words), origin },
    { answered: question },
  )
}

/** Whether the voice note was heard well: only then there is a preview. */
export function settleHeard(scene: Scene, question: Question, answer: string, message: MessageFacts): Step {
  const { session, context } = scene
  const closed = { ...scene, session: { ...session, question: null } }
  if (answer === 'no') return done(closed.session, [{ about: 'info', text: say(context.locale, 'heard_wrong') }])
  if (answer !== 'yes') return askAgain(scene, question)
  const { draft } = question
  return draftCommand(closed, { ...draft, origin: withoutDoubt(originOf(message, draft.origin)) })
}
