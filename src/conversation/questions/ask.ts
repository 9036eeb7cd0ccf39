import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import type { Prospect } from '../../catalogue/commands/succeeds-if.ts'
import type { Reply } from '../../channel/reply.ts'
import { isDayAlone } from '../../understanding/values/day-alone.ts'
import { candidatesOf, listedRows, nearToChoose, readingOf } from '../things/candidates.ts'
import { nameOfTarget } from './name-of-target.ts'
import { otherKinds } from '../things/other-kinds.ts'
import { heardParameter, hintOf, questionText, wholeQuestion } from './question-text.ts'
import { summarise } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Ask, Askable } from '../things/resolve-arguments.ts'
import { maxAnswerTries, type Context, type Scene } from '../scene.ts'
import { withoutNumbers, type Candidate, type Draft, type Question } from '../session.ts'
import { done, type Step } from '../step.ts'
import { timeBehindName } from './time-behind-name.ts'
import { whyAsked } from './why-asked.ts'

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
    return done(session, [{ about: 'refusal', text: whyAsked(context, command, ask) }])
  const others =
    because.kind === 'not-found' && answered === null && !isMisspelt ? otherKinds(context, command, parameter) : ''
  // What may be meant is offered, however often nothing was understood before.
  const goesOn = isMisspelt || because.kind === 'ambiguous' || because.kind === 'open' || because.kind === 'day-alone'
  const wrong = isAnsweredAgain(answered, parameter, memberOf(because)) && !goesOn
  const tries = wrong ? answered.tries + 1 : 0
  if (tries >= maxAnswerTries) return giveUp(scene, whyAsked(context, command, ask))
  const about = nameOfTarget(context, command, ask)
  const unfound = [
    ...(answered?.parameter === parameter.name ? (answered.unfound ?? []) : []),
    ...(because.kind === 'not-found' ? [because.value] : []),
  ]
  const asked = {
    draft,
    parameter: parameter.name,
    ...(about !== null && { about }),
    ...(unfound.length > 0 && { unfound }),
    tries,
  }
  const near = nearToChoose(context, ask)
  const question = questionFor(context, ask, asked, near)
  const lead =
    because.kind === 'missing' && because.first === true ? [wholeQuestion(context, command, parameter.name)] : []
  // "The second" refers to the list that was shown last.
  const listing = question.kind === 'choice' ? null : session.listing
  return done({ ...withoutNumbers(session), question, listing }, [
    renderQuestion(
      context,
      question,
      [note ?? '', whyAsked(context, command, ask, near !== null), others, ...lead],
      wrong,
    ),
  ])
}

/** A choice where the candidates are known, else a value. */
function questionFor(
  context: Context,
  { because, parameter }: Ask<Askable>,
  asked: Omit<Extract<Question, { kind: 'value' }>, 'kind' | 'member'>,
  near: readonly Candidate[] | null,
): Question {
  if (because.kind === 'open') {
    const candidates = because.readings.map((each) => readingOf(context, parameter, each))
    return { ...asked, kind: 'choice', candidates }
  }
  if (near !== null) {
    const misspelt = because.kind === 'not-found' && because.misspelt === true
    return { ...asked, kind: 'choice', candidates: near, ...(misspelt && { misspelt }) }
  }
  if (because.kind === 'ambiguous' || because.kind === 'sounds-like') {
    const entity = (because.kind === 'ambiguous' ? because.entity : undefined) ?? parameter.entity
    return { ...asked, kind: 'choice', candidates: listedRows(context, { entity }, because.rows) }
  }
  const member = memberOf(because)
  const within = unreadTime(because)
  return { ...asked, kind: 'value', ...(member !== undefined && { member }), ...(within !== null && { within }) }
}

function unreadTime(because: Ask<Askable>['because']): string | null {
  const isUnread = because.kind === 'invalid' && ['not_a_moment', 'not_a_date'].includes(because.problem)
  return isUnread && because.limit !== '' ? because.limit : null
}

function memberOf(because: Ask<Askable>['because']): string | undefined {
  return because.kind === 'missing' || because.kind === 'invalid' ? because.member : undefined
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
