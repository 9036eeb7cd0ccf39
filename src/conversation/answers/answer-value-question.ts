import { answeredDraft, fillQuestion } from './fill-question.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { isClockType } from '../../understanding/values/clock-values.ts'
import { noteAnswer } from './answered-by.ts'
import { askedParameter, mayBeZero } from '../things/asked-parameter.ts'
import { candidatesOf } from '../things/candidates.ts'
import { chooseWish } from './choose-command.ts'
import { draftCommand, draftWish } from '../previews/draft-command.ts'
import { continueDraft, continueWithReference, continueWithValue } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { dropNewest, dropUnnamed } from '../waiting/drop.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { originOf } from '../previews/origin.ts'
import { withReminder } from '../questions/remind.ts'
import { namesOfKnown } from '../things/names-of-known.ts'
import { isNumberForName } from '../things/number-for-name.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import { retarget } from '../previews/retarget.ts'
import type { Scene } from '../scene.ts'
import { besideFor } from './with-beside.ts'
import type { Question } from '../session.ts'
import { wishOfDraft } from '../wish-and-draft.ts'
import { needs, type Step } from '../step.ts'

type Answer = Extract<Reading, { kind: 'value' }>
type ValueQuestion = Extract<Question, { kind: 'value' }>

/** The answer to a question for a value: the first of what it may mean that it can mean, and otherwise that value. */
export function answerValueQuestion(
  scene: Scene,
  question: ValueQuestion,
  answer: Answer,
  message: MessageFacts,
): Step {
  return (
    referTo(scene, question, answer, message) ??
    (answer.corrects === true ? retarget(scene, question, answer, message) : null) ??
    dropsByZero(scene, question, answer) ??
    sayAgain(scene, question, answer, message) ??
    askOtherwise(scene, question, answer, message) ??
    takeOtherwise(scene, question, answer, message) ??
    (answer.free === true ? answerFreely(scene, question, answer.text, message) : null) ??
    fillQuestion(scene, question, choiceByNumber(scene, question, answer) ?? answer.text, message, answer.said)
  )
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

/** "Tomorrow at 10" to "Which customer?": when it is to be, unless somebody is called so. The question stays. */
function takeOtherwise(scene: Scene, question: ValueQuestion, answer: Answer, message: MessageFacts): Step | null {
  const { context, session } = scene
  const { otherwise, text } = answer
  const command = context.catalogue.commands.get(question.draft.command)
  const parameter = command?.parameters.find(({ name }) => name === question.parameter)
  const meant = otherwise === undefined ? null : besideFor(question, otherwise, context)
  if (meant === null || command === undefined || parameter === undefined) return null
  const nowhere = whetherNowhere(scene, command, answeredDraft(scene, question, text, message), parameter)
  if (nowhere.kind === 'needs') return nowhere
  if (nowhere.kind === 'no') return null
  const { parameter: other, value: raw, said: words } = meant
  const answering = { ...scene, session: { ...session, question: null } }
  return draftCommand(answering, continueWithValue(question.draft, message, { parameter: other, raw, words }))
}

/** "that one": what was spoken of before, if the question is for a thing; `null` if it is for anything else, or nothing is referred to. */
function referTo(
  scene: Scene,
  question: ValueQuestion,
  { text: said, refers }: Answer,
  message: MessageFacts,
): Step | null {
  if (refers !== true) return null
  const { draft, parameter } = question
  const { parameters = [] } = scene.context.catalogue.commands.get(draft.command) ?? {}
  const entity = parameters.find(({ name }) => name === parameter)?.entity
  if (entity === undefined || entity === null) return null
  const answering = { ...scene, session: { ...scene.session, question: null } }
  const referring = continueWithReference(draft, message, { parameter, said, entity })
  return draftCommand(answering, noteAnswer(referring, message.id, parameter, draft), { answered: question })
}

/**
 * "0" drops the question, but where it is the number of a thing: for a choice, for a time, since midnight is hardly called so, and for a
 * number, of which none at all can be written otherwise ("0.00", "zero"), as the question says. `null` where it drops nothing.
 */
function dropsByZero(scene: Scene, question: ValueQuestion, { text, said = text }: Answer): Step | null {
  const parameter = said === '0' ? askedParameter(scene.context, question) : null
  if (parameter === null) return null
  if (isClockType(parameter.type) || mayBeZero(parameter)) return dropNewest(scene)
  const normalised = normaliseArgument(parameter, said)
  if (normalised.kind !== 'value') return dropNewest(scene)
  if (parameter.entity === null) return null
  if (isNumberForName(scene.context, parameter, said)) return dropNewest(scene)
  const value = jsonText(normalised.value)
  const lookup = { kind: 'entity', entity: parameter.entity, by: 'id', value } as const satisfies Lookup
  const rows = factOf(scene.facts, lookup)
  if (rows === undefined) return needs(lookup)
  return rows.length === 0 ? dropNewest(scene) : null
}

/**
 * "Note on order 204: fragile" when asked for the text of a note: the same command with what was missing, not a text that
 * reads so.
 */
function sayAgain(scene: Scene, question: ValueQuestion, { asks }: Answer, message: MessageFacts): Step | null {
  if (asks?.args[question.parameter] === undefined) return null
  const again = sayWhole(scene, question, asks, message)
  if (again !== null) return again
  const [value, ...others] = Object.values(asks.args)
  return value === undefined || others.length > 0 ? null : fillQuestion(scene, question, value, message)
}

function sayWhole(scene: Scene, question: ValueQuestion, asks: Wish, message: MessageFacts): Step | null {
  const { draft } = question
  const { command, args, refers } = asks
  if (command !== draft.command || refers !== undefined) return null
  const kept = Object.fromEntries(Object.entries(draft.args).filter(([name]) => args[name] === undefined))
  const answering = { ...scene, session: { ...scene.session, question: null } }
  const whole = continueDraft(draft, message, { raw: { ...draft.raw, ...asks.args }, args: kept })
  return draftCommand(answering, whole, { answered: question })
}

/** What is a sentence of its own may be another wish, and not the answer. `null` where it is the answer. */
function askOtherwise(
  scene: Scene,
  question: ValueQuestion,
  { text: said, asks }: Answer,
  message: MessageFacts,
): Step | null {
  if (asks === undefined) return null
  return isNoName(scene, question, { said, asks })
    ? withReminder(scene, draftWish(scene, { wish: asks, origin: originOf(message) }))
    : askWhichIsMeant(scene, question, { said, asks }, message)
}

/**
 * "Cancel order 205" when asked for the text of a note: either that text, or a change to another thing, which it names.
 * `null` when it names none.
 */
function askWhichIsMeant(
  scene: Scene,
  question: ValueQuestion,
  { said, asks }: { readonly said: string; readonly asks: Wish },
  message: MessageFacts,
): Step | null {
  const { catalogue } = scene.context
  const { command: asking } = question.draft
  const other = catalogue.commands.get(asks.command)
  const isNamed = other?.parameters.some(({ name, entity }) => entity !== null && asks.args[name] !== undefined)
  if (other === undefined || other.safety === 'read' || asks.command === asking || isNamed !== true) return null
  const called = namesOfKnown(scene, catalogue.commands.get(asking), question.draft.args)
  if (called.kind === 'needs') return called
  const { names } = called
  const answered = { ...wishOfDraft(question.draft, { [question.parameter]: said }), names }
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

/** The value that a number picks from the listed choices; a choice that is this very number is meant literally. */
function choiceByNumber({ context }: Scene, question: ValueQuestion, { text: said }: Answer): string | null {
  const choices = candidatesOf(context, question)
  if (!/^\d{1,3}$/u.test(said) || choices.some(({ id }) => id === said)) return null
  return choices[Number(said) - 1]?.id ?? null
}
