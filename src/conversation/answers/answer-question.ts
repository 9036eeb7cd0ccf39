import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { addMember } from '../../envelope/structured-argument.ts'
import { jsonText } from '../../json.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { isClockType } from '../../understanding/values/clock-values.ts'
import { noteAnswer } from './answered-by.ts'
import { askedParameter, mayBeZeroSum } from '../things/asked-parameter.ts'
import { askAgain, renderQuestion } from '../questions/ask.ts'
import { askOfAnother } from './ask-of-another.ts'
import { candidatesOf } from '../things/candidates.ts'
import { correctedParameter, heardParameter, meantParameter } from '../questions/question-text.ts'
import { settleCorrected } from './ask-which-value.ts'
import { calledCandidates } from './called-candidates.ts'
import { chooseWish, settleMeant } from './choose-command.ts'
import { draftCommand, draftWish } from '../previews/draft-command.ts'
import { continueDraft, continueWithReference, continueWithValue, withoutDoubt } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { dropNewest, dropUnnamed } from '../waiting/drop.ts'
import { inOwnPlaces, isKnownAs } from '../things/in-own-places.ts'
import { lookAtNumber } from '../waiting/look-at-number.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { renderHint } from '../render/render-help.ts'
import { say } from '../render/say.ts'
import { pickFromMenu, refuseNumber } from '../waiting/menus.ts'
import { originOf } from '../previews/origin.ts'
import { withReminder } from '../questions/remind.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import { retarget } from '../previews/retarget.ts'
import type { Scene } from '../scene.ts'
import type { Draft, Question } from '../session.ts'
import { withBeside } from './with-beside.ts'
import { wishOfDraft } from '../wish-and-draft.ts'
import { done, needs, type Step } from '../step.ts'

/** The answer to the open question: a value, or the number of a candidate. */
export function answerQuestion(
  scene: Scene,
  answer: Extract<Reading, { kind: 'value' | 'pick' }>,
  message: MessageFacts,
): Step {
  const { session, context } = scene
  const question = answer.kind === 'value' ? withBeside(session.question, answer, context, message) : session.question
  const looked = question === null && answer.kind === 'pick' ? lookAtNumber(scene, answer.n, message) : null
  if (looked !== null) return looked
  const fromMenu = answer.kind === 'pick' ? pickFromMenu(scene, answer.n, message) : null
  if (fromMenu !== null) return fromMenu
  if (question === null && answer.kind === 'pick') return refuseNumber(scene, answer.n)
  if (question === null) return done(session, [renderHint(context, session)])
  const asked = answer.kind === 'value' ? asksAnother(scene, question, answer, message) : null
  if (asked !== null) return asked
  const said = answer.kind === 'value' ? answer.text : String(answer.n)
  if (question.kind === 'value' && answer.kind === 'value' && answer.refers === true) {
    const meant = referTo(scene, question, said, message)
    if (meant !== null) return meant
  }
  if (question.kind === 'value' && answer.kind === 'value' && answer.corrects === true) {
    const other = retarget(scene, question, answer, message)
    if (other !== null) return other
  }
  const typed = answer.kind === 'value' ? (answer.said ?? said) : said
  const nothing = question.kind === 'value' ? dropsByZero(scene, question, typed) : null
  if (nothing !== null) return nothing
  if (question.kind === 'value' && answer.kind === 'value' && answer.asks?.args[question.parameter] !== undefined) {
    const again = sayAgain(scene, question, answer.asks, message)
    if (again !== null) return again
    const [value, ...others] = Object.values(answer.asks.args)
    if (value !== undefined && others.length === 0) return fillQuestion(scene, question, value, message)
  }
  if (question.kind === 'value' && answer.kind === 'value' && answer.asks !== undefined) {
    if (isNoName(scene, question, { said, asks: answer.asks }))
      return withReminder(scene, draftWish(scene, { wish: answer.asks, origin: originOf(message) }))
    const either = askWhichIsMeant(scene, question, { said, asks: answer.asks }, message)
    if (either !== null) return either
  }
  if (question.kind === 'value' && answer.kind === 'value' && answer.free === true)
    return answerFreely(scene, question, said, message)
  if (question.kind === 'value') {
    const chosen = choiceByNumber(scene, question, said) ?? said
    return fillQuestion(scene, question, chosen, message, answer.kind === 'value' ? answer.said : undefined)
  }
  // The question is precisely which of the two the number is for.
  if (question.parameter === correctedParameter && answer.kind === 'pick' && answer.n > question.candidates.length)
    return askAgain(scene, question)
  // A number beyond the list may be the id that the list shows: "207" for "1. 207 — Pedro Alves".
  const byNumber = answer.kind === 'pick' ? question.candidates[answer.n - 1] : undefined
  const picked = byNumber ?? question.candidates.find((each) => isKnownAs(each, said))
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
  const own = calledCandidates(question, said)
  // "Friday" is that of the list, and not the coming one.
  const called = own.length === 0 && words !== undefined ? calledCandidates(question, words) : own
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

/** The value that a number picks from the listed choices; a choice that is this very number is meant literally. */
function choiceByNumber({ context }: Scene, question: Question, said: string): string | null {
  const choices = candidatesOf(context, question)
  if (!/^\d{1,3}$/u.test(said) || choices.some(({ id }) => id === said)) return null
  return choices[Number(said) - 1]?.id ?? null
}

/**
 * "0" drops the question where it can be no answer: for a thing of which there is none of that number, for a number that must
 * be more, for a choice, for a time, since midnight is hardly called so, and for a sum, since none at all can be written 0.00.
 * `null` where it drops nothing.
 */
function dropsByZero(scene: Scene, question: Extract<Question, { kind: 'value' }>, said: string): Step | null {
  const parameter = said === '0' ? askedParameter(scene.context, question) : null
  if (parameter === null) return null
  if (isClockType(parameter.type) || mayBeZeroSum(parameter)) return dropNewest(scene)
  const normalised = normaliseArgument(parameter, said)
  if (normalised.kind !== 'value') return dropNewest(scene)
  if (parameter.entity === null) return null
  const value = jsonText(normalised.value)
  const lookup = { kind: 'entity', entity: parameter.entity, by: 'id', value } as const satisfies Lookup
  const rows = factOf(scene.facts, lookup)
  if (rows === undefined) return needs(lookup)
  return rows.length === 0 ? dropNewest(scene) : null
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

/** "that one": what was spoken of before, if the question is for a thing; `null` if it is for anything else. */
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
  const referring = continueWithReference(draft, message, { parameter, said, entity })
  return draftCommand(answering, noteAnswer(referring, message.id, parameter), { answered: question })
}

/**
 * "Note on order 204: fragile" when asked for the text of a note: the same command with what was missing, not a text that
 * reads so.
 */
function sayAgain(
  scene: Scene,
  question: Question,
  { command, args, refers }: Wish,
  message: MessageFacts,
): Step | null {
  const { draft } = question
  if (command !== draft.command || refers !== undefined) return null
  const kept = Object.fromEntries(Object.entries(draft.args).filter(([name]) => args[name] === undefined))
  const answering = { ...scene, session: { ...scene.session, question: null } }
  const whole = continueDraft(draft, message, { raw: { ...draft.raw, ...args }, args: kept })
  return draftCommand(answering, whole, { answered: question })
}

/**
 * "Cancel order 205" when asked for the text of a note: either that text, or a change to another thing, which it names.
 * `null` when it names none.
 */
function askWhichIsMeant(
  scene: Scene,
  question: Question,
  { said, asks }: { readonly said: string; readonly asks: Wish },
  message: MessageFacts,
): Step | null {
  const { catalogue } = scene.context
  const { command: asking, args } = question.draft
  const other = catalogue.commands.get(asks.command)
  const isNamed = other?.parameters.some(({ name, entity }) => entity !== null && asks.args[name] !== undefined)
  if (other === undefined || other.safety === 'read' || asks.command === asking || isNamed !== true) return null
  const known = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, jsonText(value)]))
  const answered = wishOfDraft(question.draft, { ...known, [question.parameter]: said })
  const answering = { ...scene, session: { ...scene.session, question: null } }
  return chooseWish(answering, [answered, asks], message, { before: question.draft.origin })
}

/**
 * Whether somebody who is asked for a name wants something else that they may not: they are told so, and nobody is called that. A name
 * of one word may be anything.
 */
function isNoName(
  { context }: Scene,
  { draft, parameter: asked }: Question,
  { said, asks }: { readonly said: string; readonly asks: Wish },
): boolean {
  const { commands } = context.catalogue
  const parameter = commands.get(draft.command)?.parameters.find(({ name }) => name === asked)
  const other = commands.get(asks.command)
  if (parameter?.schema['personName'] !== true || other === undefined || other.token === draft.command) return false
  return /\S\s+\S/u.test(said) && !mayAsk(context, other.token)
}

/**
 * The words after a "no" are an answer only if they name something; otherwise the no is the answer, and nothing more is
 * asked.
 */
export function answerFreely(scene: Scene, question: Question, value: string, message: MessageFacts): Step {
  const command = scene.context.catalogue.commands.get(question.draft.command)
  const parameter = command?.parameters.find(({ name }) => name === question.parameter)
  if (command === undefined || parameter === undefined) return dropUnnamed(scene)
  const nowhere = whetherNowhere(scene, command, answeredDraft(scene, question, value, message), parameter)
  if (nowhere.kind === 'needs') return nowhere
  return nowhere.kind === 'yes' ? dropUnnamed(scene) : fillQuestion(scene, question, value, message)
}

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

function answeredDraft(
  { context }: Scene,
  question: Question,
  value: string,
  message: MessageFacts,
  words?: string,
): Draft {
  const { draft, parameter } = question
  const known = context.catalogue.commands.get(draft.command)?.parameters.find(({ name }) => name === parameter)
  const member = question.kind === 'value' ? question.member : undefined
  const raw =
    member === undefined || known === undefined ? value : addMember(known, draft.raw[parameter], member, value)
  const filled = continueWithValue(draft, message, { parameter, raw, words })
  const answered = member === undefined ? noteAnswer(filled, message.id, parameter) : filled
  return question.kind === 'choice' ? { ...answered, chosen: { parameter, from: question.candidates } } : answered
}

/** Whether the voice note was heard correctly: only then is there a preview. */
export function settleHeard(scene: Scene, question: Question, answer: string, message: MessageFacts): Step {
  const { session, context } = scene
  const closed = { ...scene, session: { ...session, question: null } }
  if (answer === 'no') return done(closed.session, [{ about: 'info', text: say(context.locale, 'heard_wrong') }])
  if (answer !== 'yes') return askAgain(scene, question)
  return draftCommand(closed, withoutDoubt(continueDraft(question.draft, message)))
}
