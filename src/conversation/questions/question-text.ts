import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import { isClockType } from '../../understanding/values/clock-values.ts'
import { isDayAlone, withoutPart } from '../../understanding/values/day-alone.ts'
import { askedParameter, mayBeZero } from '../things/asked-parameter.ts'
import { capitalised } from '../render/capitalised.ts'
import { parameterName, textsOf } from '../render/describe-command.ts'
import { heardIn } from '../render/render-heard.ts'
import { say } from '../render/say.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import type { Thing } from '../things/resolve-one.ts'
import type { Context } from '../scene.ts'
import type { Candidate, Question } from '../session.ts'

/** The parameter of the question whether a voice note was heard correctly. */
export const heardParameter = '?heard'
/** The parameter of the question which command is meant. */
export const meantParameter = '?meant'
/** The parameter of the question which value a number is for. */
export const correctedParameter = '?corrected'

/** What is asked, in one line; '' when the command is gone. */
export function questionText(context: Context, question: Question): string {
  const command = context.catalogue.commands.get(question.draft.command)
  if (command === undefined) return ''
  if (question.parameter === heardParameter)
    return say(context.locale, 'heard_question', { transcript: showValue(heardIn(question.draft)) })
  if (question.parameter === meantParameter) return say(context.locale, 'meant_question')
  if (question.parameter === correctedParameter) return correctedQuestion(context, command, question)
  if (question.kind === 'choice' && question.misspelt === true) return misspeltQuestion(context, question.candidates)
  const member = question.kind === 'value' ? question.member : undefined
  const name = member === undefined ? question.parameter : `${question.parameter}.${member}`
  const text = timeQuestion(context, command, question) ?? wholeQuestion(context, command, name)
  if (question.about !== undefined)
    return say(context.locale, 'question_about_named', { thing: question.about, question: text })
  const thing = thingAsked(command, question)
  return thing === null
    ? text
    : say(context.locale, 'question_about', { ...thingName(context.locale, thing), question: text })
}

/** Asks what was said in correction: a number, or what may name a file. */
function correctedQuestion({ locale }: Context, { parameters }: Command, question: Question): string {
  const [value] = question.kind === 'choice' ? Object.values(question.values ?? {}) : []
  if (value?.as !== undefined && isClockType(value.as)) return say(locale, 'meant_question')
  const isName = parameters.some(({ name, type }) => type === 'file' && question.draft.args[name] !== undefined)
  return isName && value !== undefined
    ? say(locale, 'corrected_question_name', { said: showValue(value.correction) })
    : say(locale, 'corrected_question')
}

/** Asks whether the only one is meant, or one of several. */
function misspeltQuestion({ locale }: Context, [first, ...others]: readonly Candidate[]): string {
  return first === undefined || others.length > 0
    ? say(locale, 'meant_question')
    : say(locale, 'misspelt_question', { label: first.label })
}

/** Asks for the time when the day is known. */
function timeQuestion(
  { locale }: Context,
  { parameters }: Command,
  { draft, parameter: name }: Question,
): string | null {
  const raw = draft.raw[name]
  const isMoment = parameters.some((parameter) => parameter.name === name && parameter.type === 'datetime')
  if (!isMoment || raw === undefined || !isDayAlone(raw)) return null
  return say(locale, 'question_time', { day: showValue(showTyped(locale, 'date', withoutPart(raw)) ?? raw) })
}

/** The thing that the command is about, if it is known by its number and something else is asked. */
function thingAsked({ intent, parameters }: Command, { draft, parameter: asked }: Question): Thing | null {
  const target = parameters.find(({ name }) => name === intent.target)
  const id = target === undefined ? undefined : draft.args[target.name]
  if (target?.type !== 'id' || target.entity === null || target.name === asked || id === undefined) return null
  return { entity: target.entity, id: jsonText(id) }
}

/** The question for a parameter, or for `<parameter>.<member>`. */
export function wholeQuestion({ locale }: Context, command: Command, name: string): string {
  return (
    textsOf(locale, command).questions[name] ?? say(locale, 'question', { name: parameterName(locale, command, name) })
  )
}

/** How to give a value that is not plain text, beside what is asked. */
export function hintOf({ catalogue, locale }: Context, question: Question): string {
  const parameters = catalogue.commands.get(question.draft.command)?.parameters ?? []
  const kind = parameters.find(({ name }) => name === question.parameter)?.kind
  const asked = question.kind === 'value' ? askedParameter({ catalogue }, question) : null
  if (asked !== null && mayBeZero(asked)) return say(locale, 'question_zero', { type: asked.type })
  return kind === 'secret' || kind === 'file' ? say(locale, `question_${kind}`) : ''
}

/** The two parts by which messages name a thing: "Order", "204". */
export function thingName(locale: Locale, { entity, id }: Thing): { readonly thing: string; readonly id: string } {
  return { thing: capitalised(locale, locale.entities[entity]?.title ?? entity), id: showValue(id) }
}
