/**
 * What a correction may be for: "make it 210", said of a refund, is the sum, or another order where there is one of that number; "no, 4",
 * said of an appointment, is a time, or another patient. What is so already, or cannot be, is not meant.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Command, EntityRow } from '../../catalogue/catalogue.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText, type Json, type JsonObject } from '../../json.ts'
import { isClockType } from '../../understanding/values/clock-values.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import type { Option } from '../waiting/among-waiting.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { isMoneyOfThing, resolveMoney } from '../things/resolve-money.ts'
import { resolveTime } from '../things/resolve-time.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { needs, type Step } from '../step.ts'

type ById = Extract<Lookup, { kind: 'entity' }>

/** An option, and what it would lead to: the sum, or the row of the thing. */
export type Possible = Option & { readonly found: Json; readonly row?: EntityRow }

/** The things, the numbers and the times that may be meant, in their order; where none can be, what else may. */
export function possibleOptions(
  scene: Scene,
  { command, draft }: { readonly command: Command; readonly draft: Draft },
  options: readonly Option[],
): readonly Possible[] | Step {
  const [first, second] = options
  if (first === undefined) return []
  if (second === undefined || !mayBeEither(first)) return [asSaid(first)]
  const either = options.filter(
    (option) => mayBeEither(option) || isClockType(option.parameter.type) || first.parameter.type === 'file',
  )
  // What it is about now is read again in any case.
  const about = command.parameters.flatMap(({ entity, name }) => byId(entity, draft.args[name]) ?? [])
  const lookups = [...either.flatMap((option) => lookupOf(option) ?? []), ...about]
  if (lookups.some((lookup) => factOf(scene.facts, lookup) === undefined)) return needs(...lookups)
  const facts = Object.fromEntries(about.map((lookup) => [lookup.entity, factOf(scene.facts, lookup)?.[0] ?? {}]))
  const there = either.flatMap((option) => findOption(scene, facts, option))
  const others = there.filter(
    (each) => !isDeepStrictEqual(each.found, draft.args[each.parameter.name]) && !turnsRound(each, command, draft),
  )
  if (others.length > 0) return others
  return [there[0] ?? asSaid(second)]
}

function mayBeEither({ parameter: { entity, type } }: Option): boolean {
  return entity !== null || isNumber(type) || isClockType(type)
}

/** Whether days would end before they begin. */
function turnsRound({ parameter, found }: Possible, { parameters }: Command, { args }: Draft): boolean {
  const { name, schema } = parameter
  const begin = parameters.find(({ schema: { upTo } }) => upTo === name)
  const first = begin === undefined ? undefined : args[begin.name]
  const last = typeof schema['upTo'] === 'string' ? args[schema['upTo']] : undefined
  if (typeof found !== 'string') return false
  return (typeof first === 'string' && found < first) || (typeof last === 'string' && found > last)
}

function asSaid(option: Option): Possible {
  return { ...option, found: option.value.correction }
}

/** The result of looking an option up; nothing when there is no such thing, or no such sum. */
function findOption(scene: Scene, facts: JsonObject, option: Option): readonly Possible[] {
  const { parameter, value } = option
  const lookup = lookupOf(option)
  if (lookup !== null) {
    const [row] = factOf(scene.facts, lookup) ?? []
    return row === undefined ? [] : [{ ...option, found: row.id, row }]
  }
  if (parameter.entity !== null) return []
  if (isClockType(parameter.type)) return readingsOf(scene, option)
  const read = isMoneyOfThing(parameter)
    ? resolveMoney(parameter, value.correction, facts)
    : normaliseArgument(parameter, value.correction)
  return read.kind === 'value' ? [{ ...option, found: read.value }] : []
}

/** Each time that it may be: four in the morning, four in the afternoon. */
function readingsOf({ context }: Scene, { parameter, value }: Option): readonly Possible[] {
  const time = resolveTime(context, parameter, value.correction)
  const readings = time.kind === 'text' ? [time.text] : time.because.kind === 'open' ? time.because.readings : []
  return readings.map((found) => ({ parameter, value: { ...value, correction: found }, found }))
}

function lookupOf({ parameter, value }: Option): ById | null {
  const normalised = normaliseArgument(parameter, value.correction)
  return normalised.kind === 'value' ? byId(parameter.entity, normalised.value) : null
}

function byId(entity: string | null, id: Json | undefined): ById | null {
  return entity === null || id === undefined ? null : { kind: 'entity', entity, by: 'id', value: jsonText(id) }
}
