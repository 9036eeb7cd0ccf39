import { mayGive } from '../access/may-give.ts'
import type { Reply } from '../channel/reply.ts'
import type { Command, EntityRow, Locale, Parameter } from '../catalogue/catalogue.ts'
import type { Prospect } from '../catalogue/succeeds-if.ts'
import { assertNever } from '../errors.ts'
import { jsonText } from '../json.ts'
import { isDayAlone, withoutPart } from '../understanding/values/clock-values.ts'
import { askedParameter, mayBeZeroSum } from './asked-parameter.ts'
import { inOwnPlaces } from './in-own-places.ts'
import { nameOfTarget } from './name-of-target.ts'
import { oddityText } from './oddity-text.ts'
import { otherKinds } from './other-kinds.ts'
import { capitalised } from './render/capitalised.ts'
import { choiceName } from './render/choice-name.ts'
import { showBytes } from './render/show-bytes.ts'
import { showTyped } from './render/show-typed.ts'
import { showCurrency } from './render/show-currency.ts'
import { labelOf, parameterName, summarise, textsOf } from './render/describe-command.ts'
import { heardIn } from './render/render-heard.ts'
import { format, say } from './render/say.ts'
import { showValue } from './render/show-value.ts'
import type { Ask, Askable } from './resolve-arguments.ts'
import type { Thing } from './resolve-one.ts'
import { maxAnswerTries, type Context, type Scene } from './scene.ts'
import { withoutNumbers, type Candidate, type Draft, type Question } from './session.ts'
import { done, type Step } from './step.ts'
import { timeBehindName } from './time-behind-name.ts'

/** The parameter of the question whether a voice note was heard correctly. */
export const heardParameter = '?heard'
/** The parameter of the question which command is meant. */
export const meantParameter = '?meant'
/** The parameter of the question which value a number is for. */
export const correctedParameter = '?corrected'

/** What was heard is in doubt: Sayso asks about it before anything is previewed (CCP XI). */
export function askWhetherHeard(
  scene: Scene,
  command: Command,
  draft: Draft,
  found: Prospect['facts'],
  note: string | null,
): Step {
  const { session, context } = scene
  const summary = summarise(context.locale, command, draft.args, found)
  const candidates = [
    { id: 'yes', label: say(context.locale, 'heard_yes', { summary }) },
    { id: 'no', label: say(context.locale, 'heard_no') },
  ]
  const question: Question = { kind: 'choice', draft, parameter: heardParameter, candidates, tries: 0 }
  return done({ ...withoutNumbers(session), question }, [renderQuestion(context, question, [note ?? ''])])
}

/** Asks for one value, or for one of several candidates, and says why if a value was given but not accepted. */
export function askFor(
  scene: Scene,
  command: Command,
  wanting: Ask<Askable>,
  {
    answered,
    note,
  }: {
    /** The question that was just answered; a value that is not accepted then counts as a wrong answer. */
    readonly answered: Question | null
    /** What has to be said first. */
    readonly note: string | null
  },
): Step {
  const { session, context } = scene
  const ask = withDayKept(wanting, answered)
  const { because, draft, parameter } = ask
  const name = because.kind === 'not-found' ? because.value : because.kind === 'not-of' ? because.said : null
  // "Maria tomorrow": nobody is called so, and what was meant is Maria, at another time, or another one of her things.
  const timed = name === null || answered !== null ? null : timeBehindName(context.locale, name)
  if (timed !== null)
    return done(session, [
      { about: 'refusal', text: say(context.locale, 'time_unread', { said: showValue(timed.time) }) },
    ])
  // A read that names something that does not exist is simply answered; a question would only be in the way.
  const isMisspelt = because.kind === 'not-found' && because.misspelt === true
  if (name !== null && command.safety === 'read' && answered === null && !isMisspelt)
    return done(session, [{ about: 'refusal', text: whyText(context, command, ask) }])
  const member = because.kind === 'missing' || because.kind === 'invalid' ? because.member : undefined
  const others =
    because.kind === 'not-found' && answered === null && !isMisspelt ? otherKinds(context, command, parameter) : ''
  const goesOn = because.kind === 'ambiguous' || because.kind === 'open' || because.kind === 'day-alone'
  const wrong = isAnsweredAgain(answered, parameter, member) && !goesOn
  const tries = wrong ? answered.tries + 1 : 0
  if (tries >= maxAnswerTries) return giveUp(scene, whyText(context, command, ask))
  const about = nameOfTarget(context, command, ask)
  const asked = { draft, parameter: parameter.name, ...(about !== null && { about }), tries }
  const near = nearToChoose(context, ask)
  const kind = because.kind === 'ambiguous' ? { entity: because.entity ?? parameter.entity } : parameter
  const question: Question =
    because.kind === 'open'
      ? { ...asked, kind: 'choice', candidates: because.readings.map((each) => readingOf(context, parameter, each)) }
      : near !== null
        ? { ...asked, kind: 'choice', candidates: near, ...(isMisspelt && { misspelt: true }) }
        : because.kind === 'ambiguous' || because.kind === 'sounds-like'
          ? { ...asked, kind: 'choice', candidates: listedRows(context, kind, because.rows) }
          : { ...asked, kind: 'value', ...(member === undefined ? {} : { member }) }
  const lead =
    because.kind === 'missing' && because.first === true ? [wholeQuestion(context, command, parameter.name)] : []
  // "The second" refers to the list that was shown last.
  const listing = question.kind === 'choice' ? null : session.listing
  return done({ ...withoutNumbers(session), question, listing }, [
    renderQuestion(
      context,
      question,
      [note ?? '', whyText(context, command, ask, near !== null), others, ...lead],
      wrong,
    ),
  ])
}

/** "In the morning" to "Tuesday: at what time?" is no time: it is still Tuesday. */
function withDayKept(ask: Ask<Askable>, answered: Question | null): Ask<Askable> {
  const { because, draft, parameter } = ask
  const day = answered?.parameter === parameter.name ? answered.draft.raw[parameter.name] : undefined
  if (because.kind !== 'invalid' || day === undefined || !isDayAlone(day)) return ask
  return {
    ...ask,
    draft: { ...draft, raw: { ...draft.raw, [parameter.name]: day } },
    because: because.problem === 'not_a_moment' ? { ...because, problem: 'not_a_time' } : because,
  }
}

/** Whether the same thing is asked again. */
function isAnsweredAgain(
  answered: Question | null,
  { name }: Parameter,
  member: string | undefined,
): answered is Question {
  if (answered === null || answered.parameter !== name) return false
  return (answered.kind === 'value' ? answered.member : undefined) === member
}

/** Repeats the open question, because what was said does not answer it. */
export function askAgain(scene: Scene, question: Question): Step {
  const { session, context } = scene
  const tries = question.tries + 1
  const before = question.kind === 'choice' ? say(context.locale, 'choose_again') : ''
  if (tries >= maxAnswerTries) return giveUp(scene, '')
  return done({ ...withoutNumbers(session), question: { ...question, tries } }, [
    renderQuestion(context, question, [before], true),
  ])
}

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

/** All there are in place of what does not exist, or things near it, where a number is the only way to say which is meant: they are not known by their ids. */
function nearToChoose(context: Context, { because, parameter }: Ask): readonly Candidate[] | null {
  if (because.kind === 'not-found' && because.all !== undefined) return listedRows(context, parameter, because.all)
  if (because.kind !== 'not-found' || because.near.length === 0) return null
  if (because.misspelt !== true && context.locale.entities[parameter.entity ?? '']?.named === undefined) return null
  return listedRows(context, parameter, because.near)
}

function listedRows(
  context: Context,
  kind: Pick<Parameter, 'entity'>,
  rows: readonly EntityRow[],
): readonly Candidate[] {
  return inOwnPlaces(rows.map((row) => candidateOf(context, kind, row)))
}

/** The question for a parameter, or for `<parameter>.<member>`. */
function wholeQuestion({ locale }: Context, command: Command, name: string): string {
  return (
    textsOf(locale, command).questions[name] ?? say(locale, 'question', { name: parameterName(locale, command, name) })
  )
}

/** How to give a value that is not plain text, beside what is asked. */
function hintOf({ catalogue, locale }: Context, question: Question): string {
  const parameters = catalogue.commands.get(question.draft.command)?.parameters ?? []
  const kind = parameters.find(({ name }) => name === question.parameter)?.kind
  const asked = question.kind === 'value' ? askedParameter({ catalogue }, question) : null
  if (asked !== null && mayBeZeroSum(asked)) return say(locale, 'question_zero')
  return kind === 'secret' || kind === 'file' ? say(locale, `question_${kind}`) : ''
}

function giveUp({ session, context }: Scene, why: string): Step {
  const text = [why, say(context.locale, 'question_given_up')].filter((line) => line !== '').join('\n')
  return done({ ...session, question: null }, [{ about: 'refusal', text }])
}

/**
 * What is asked, after what has to be said first, and with the numbers that answer it; `again`: also with how to leave the
 * question.
 */
export function renderQuestion(context: Context, question: Question, before: readonly string[], again = false): Reply {
  const candidates = candidatesOf(context, question)
  const wayOut = again && candidates.length === 0 ? say(context.locale, 'question_leave') : ''
  const lines = [...before, questionText(context, question), hintOf(context, question), wayOut].filter(
    (line) => line !== '',
  )
  if (candidates.length === 0) return { about: 'ask', text: lines.join('\n') }
  const options = candidates.map(({ label }, index) => ({ n: index + 1, label }))
  const list = options.map(({ n, label }) => `${n}. ${label}`)
  return { about: 'choose', text: [...lines, ...list, say(context.locale, 'choose_number')].join('\n'), options }
}

/**
 * What can be picked by number: what was found, or those values of a choice that the person may give; none for any other
 * value.
 */
export function candidatesOf({ catalogue, locale, person }: Context, question: Question): readonly Candidate[] {
  if (question.kind === 'choice') return question.candidates
  const parameter = askedParameter({ catalogue }, question)
  const values = parameter?.schema['enum']
  if (!Array.isArray(values)) return []
  const ids = values.map(String)
  const open =
    parameter?.schema['role'] === true ? ids.filter((role) => mayGive({ person, role, roles: catalogue.roles })) : ids
  return open.map((id) => ({ id, label: capitalised(locale, choiceName(locale, id)) }))
}

export function candidateOf(context: Context, { entity }: Pick<Parameter, 'entity'>, row: EntityRow): Candidate {
  const label = labelOf(context, entity ?? '', row)
  // An entity with a text for how its things are named is not shown by id.
  const isNamed = entity !== null && context.locale.entities[entity]?.named !== undefined
  return { id: row.id, label: isNamed ? label : `${showValue(row.id)} — ${label}` }
}

/** One of the days or moments that may be meant, in full. */
function readingOf({ locale }: Context, { type }: Parameter, value: string): Candidate {
  const shown = showTyped(locale, isDayAlone(value) ? 'date' : type, withoutPart(value))
  return { id: value, label: showValue(capitalised(locale, shown ?? withoutPart(value))) }
}

/** The two parts by which messages name a thing: "Order", "204". */
export function thingName(locale: Locale, { entity, id }: Thing): { readonly thing: string; readonly id: string } {
  return { thing: capitalised(locale, locale.entities[entity]?.title ?? entity), id: showValue(id) }
}

/** @param isListed what is near is listed below, to choose from */
function whyText(context: Context, command: Command, { because, parameter }: Ask<Askable>, isListed = false): string {
  const { locale } = context
  switch (because.kind) {
    case 'missing':
    case 'ambiguous':
    case 'day-alone':
      return ''
    case 'open':
      return oddityText(locale, because)
    case 'invalid': {
      const { problem, about } = because
      const name = parameterName(locale, command, about ? `${parameter.name}.${about}` : parameter.name)
      // The list of them follows.
      if (problem === 'not_a_choice' && !about) return say(locale, 'choose_again')
      const limit = problem === 'file_too_large' ? showBytes(locale, Number(because.limit)) : because.limit
      const why = say(locale, `invalid_${problem}`, { limit, name: showValue(name) })
      return about ? say(locale, 'invalid_in_member', { name: showValue(name), why }) : why
    }
    case 'other-currency': {
      const { currency, thing } = because
      return say(locale, 'other_currency', { ...thingName(locale, thing), currency: showCurrency(locale, currency) })
    }
    case 'not-found':
      return [
        format(locale, locale.entities[parameter.entity ?? '']?.missing ?? '', { value: showValue(because.value) }),
        ...(because.near.length === 0 || because.misspelt === true ? [] : [say(locale, 'nearest')]),
        ...(isListed ? [] : because.near.map((row) => `• ${candidateOf(context, parameter, row).label}`)),
      ].join('\n')
    case 'sounds-like':
      return [
        format(locale, locale.entities[parameter.entity ?? '']?.missing ?? '', { value: showValue(because.value) }),
        say(locale, 'sounds_like'),
      ].join('\n')
    case 'not-of':
      return say(locale, parameter.type === 'phone' ? 'not_one_person' : 'not_of', {
        label: candidateOf(context, parameter, because.row).label,
        said: showValue(because.said),
      })
    case 'nothing-meant':
      return say(locale, 'reference_unknown', { said: showValue(because.said) })
    case 'too-many':
      return say(locale, 'too_many_candidates', { value: showValue(because.value) })
    default:
      return assertNever(because)
  }
}
