import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { correctedParameter, heardParameter } from '../../conversation/questions/question-text.ts'
import type { ConversationLimits } from '../../conversation/scene.ts'
import type { Candidate, Draft, Question, Refused, Session } from '../../conversation/session.ts'
import { memberParameter } from '../../envelope/structured-argument.ts'
import type { Json } from '../../json.ts'
import { isNewestFirst } from '../../understanding/wishes/read-by-place.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import { unitsOf } from '../../understanding/wishes/units-of.ts'
import { wantedOf, type WantedValue } from '../../understanding/values/wanted-value.ts'

type Nothing = Extract<Expectation, { kind: 'nothing' }>

/** Where a voice note may confirm, it takes the full phrase, whatever would have to be typed. */
export function spokenExpectation(
  catalogue: Catalogue,
  { voiceConfirm }: Pick<ConversationLimits, 'voiceConfirm'>,
  session: Session,
): Expectation {
  const awaited = expectationOf(catalogue, session)
  const phrase = session.pending?.spokenPhrase
  return awaited.kind === 'confirmation' && voiceConfirm === 'phrase' && phrase !== undefined
    ? { ...awaited, method: 'phrase', phrase }
    : awaited
}

type OpenSession = Pick<Session, 'menu' | 'question' | 'pending' | 'refused'> &
  Partial<Pick<Session, 'repeat' | 'lastDone'>>

/** What the bot waits for: the newest open thing decides how a short answer is read. */
export function expectationOf(
  catalogue: Catalogue,
  { menu, question, pending, refused, ...session }: OpenSession,
): Expectation {
  // A menu's entries may also be called by their names.
  if (menu?.live === true) return { kind: 'choice', count: menu.keys.length, values: [] }
  if (question?.kind === 'choice') {
    const { candidates, parameter: asked, draft } = question
    const parameters = catalogue.commands.get(draft.command)?.parameters ?? []
    const isOpen = ({ name }: Parameter) =>
      asked === correctedParameter ? draft.args[name] !== undefined : name === asked
    const open = parameters.filter(isOpen).map((each) => ({
      ...wantedIn(catalogue, draft.command, each),
      ...(asked === correctedParameter ? {} : partOf(each, dayOfAll(candidates))),
    }))
    // Things that are of a day or a moment are called by that as well.
    const isTimed = candidates.some(({ at }) => at !== undefined)
    const values = isTimed ? [...open, { type: 'datetime' } as const] : open
    return {
      kind: 'choice',
      count: candidates.length,
      ...(isNewestFirst(candidates.map(({ id }) => id)) ? {} : { last: candidates.length }),
      ...(asked === heardParameter ? {} : { values }),
      ...(values.length > 0 && asked !== correctedParameter && othersOf(catalogue, parameters, question)),
      ...(asked === correctedParameter ? { command: draft.command } : {}),
    }
  }
  if (question?.kind === 'value') {
    const parameters = catalogue.commands.get(question.draft.command)?.parameters ?? []
    const whole = parameters.find(({ name }) => name === question.parameter)
    const isMember = whole !== undefined && question.member !== undefined
    const parameter = isMember ? (memberParameter(whole, question.member ?? '') ?? whole) : whole
    if (parameter === undefined) return { kind: 'value', type: 'text' }
    const known = isMember ? undefined : question.draft.raw[question.parameter]
    return {
      kind: 'value',
      ...wantedIn(catalogue, question.draft.command, parameter),
      ...(!isMember && { command: question.draft.command, parameter: parameter.name }),
      ...partOf(parameter, known),
      ...(question.within !== undefined && { within: question.within }),
      ...behindFirst(parameters, parameter, question.draft),
      ...(parameter.entity !== null && !isMember && othersOf(catalogue, parameters, question)),
    }
  }
  if (pending !== null) {
    const { method, phrase, draft } = pending
    const parameters = catalogue.commands.get(draft.command)?.parameters ?? []
    const values = valuesOf(catalogue, draft)
    const unsaid = parameters
      .filter(({ name, type, kind }) => kind === 'scalar' && draft.args[name] === undefined && !anyForm.has(type))
      .map((each) => ({ ...wantedIn(catalogue, draft.command, each), parameter: each.name }))
    return {
      kind: 'confirmation',
      method,
      phrase,
      values,
      ...(unsaid.length > 0 && { unsaid }),
      command: draft.command,
    }
  }
  return { kind: 'nothing', ...(refused !== null && refusedIn(catalogue, refused)), ...doneIn(catalogue, session) }
}

/** What the values of a draft are that are known. */
function valuesOf(catalogue: Catalogue, draft: Draft): readonly WantedValue[] {
  const { parameters = [] } = catalogue.commands.get(draft.command) ?? {}
  return parameters.flatMap((parameter) => {
    const value = draft.args[parameter.name]
    return value === undefined
      ? []
      : [
          {
            ...wantedIn(catalogue, draft.command, parameter),
            parameter: parameter.name,
            ...partOf(parameter, value),
            ...(parameter.type === 'choice' && typeof value === 'string' && { chosen: value }),
            ...behindFirst(parameters, parameter, draft),
          },
        ]
  })
}

/** The values of what was confirmed last, once something was done. */
function doneIn(
  catalogue: Catalogue,
  { repeat, lastDone }: Pick<OpenSession, 'repeat' | 'lastDone'>,
): Pick<Nothing, 'done'> {
  const isDone = (lastDone ?? null) !== null && catalogue.commands.get(repeat?.command ?? '')?.safety !== 'read'
  const values = repeat == null || !isDone ? [] : valuesOf(catalogue, repeat)
  return values.length > 0 ? { done: values } : {}
}

function refusedIn(catalogue: Catalogue, { draft: { command }, parameter: name }: Refused): Pick<Nothing, 'refused'> {
  const parameter = catalogue.commands.get(command)?.parameters.find((each) => each.name === name)
  return parameter === undefined ? {} : { refused: { command, value: wantedIn(catalogue, command, parameter) } }
}

/** What was said besides what is asked for, where its form tells what it is: a sum, a day. */
function othersOf(
  catalogue: Catalogue,
  parameters: readonly Parameter[],
  { draft: { command, raw, args }, parameter: asked }: Question,
): { readonly others?: readonly WantedValue[] } {
  const others = parameters
    .filter(({ name, type }) => name !== asked && !anyForm.has(type) && (raw[name] ?? args[name]) !== undefined)
    .map((each) => ({
      ...wantedIn(catalogue, command, each),
      parameter: each.name,
      ...partOf(each, args[each.name] ?? settledIn(raw[each.name])),
    }))
  return others.length > 0 ? { others } : {}
}

/** A day or a moment that was said, where it is one alone. */
function settledIn(raw: string | undefined): string | undefined {
  return raw !== undefined && /^\d{4}-\d\d-\d\d[^|!]*$/u.test(raw) ? raw : undefined
}

/** What is read for these may as well be what is asked for. */
const anyForm: ReadonlySet<Parameter['type']> = new Set(['text', 'id', 'file', 'phone', 'choice', 'boolean'])

/** What a parameter of a command wants, and with numbers the units that its sentences say. */
function wantedIn(catalogue: Catalogue, token: string, parameter: Parameter): WantedValue {
  const command = catalogue.commands.get(token)
  const isCounted = parameter.type === 'decimal' || parameter.type === 'integer'
  const units = command === undefined || !isCounted ? [] : unitsOf(catalogue, command, parameter.name)
  const { type, entity } = parameter
  const isFound = type === 'id' && entity !== null && catalogue.entities.get(entity)?.byName != null
  return { ...wantedOf(parameter), ...(units.length > 0 && { units }), ...(isFound && { entity }) }
}

/** What a time or a day on its own belongs to, when a moment is asked for or waits to be confirmed; the time or the day that another one would take the place of. */
function partOf({ type }: Pick<Parameter, 'type'>, known: Json | undefined): Pick<WantedValue, 'of'> {
  return (type === 'date' || type === 'datetime' || type === 'time') && typeof known === 'string' ? { of: known } : {}
}

/** The day on which all moments of a list are, where they are on one. */
function dayOfAll(candidates: readonly Candidate[]): string | undefined {
  const [day, ...others] = new Set(candidates.map(({ id }) => /^(\d{4}-\d\d-\d\d)T/u.exec(id)?.[1]))
  return others.length === 0 ? day : undefined
}

/** The day that days begin with which this one ends, where they are still to come. */
function behindFirst(
  parameters: readonly Parameter[],
  { name }: Parameter,
  { args, said }: Pick<Draft, 'args' | 'said'>,
): Pick<WantedValue, 'behind' | 'counted'> {
  const first = parameters.find(({ schema }) => schema['upTo'] === name && schema['past'] !== true)
  const day = first === undefined ? undefined : args[first.name]
  const counted = said?.[name]
  return typeof day === 'string' ? { behind: day, ...(counted !== undefined && { counted }) } : {}
}
