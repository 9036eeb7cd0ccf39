import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { dayColumnOf } from '../../envelope/day-column.ts'
import { cellOf } from '../../envelope/thing-column.ts'
import type { Json, JsonObject } from '../../json.ts'
import { clockReadings, isTimeAlone } from '../../understanding/values/clock-values.ts'
import { isDayAlone } from '../../understanding/values/day-alone.ts'
import { isoInstant, momentOn } from '../../understanding/values/dates/zoned-time.ts'
import type { Context } from '../scene.ts'

/**
 * A time alone that was said of a thing ("move Ana to 4 pm") on the day that the thing has, as whoever says it counts days; several
 * with a `|` where it may be any of them. Whatever else was said stays as it is. `null` where nobody knows the day: it is asked for,
 * for today would be a guess.
 * @param facts the rows that were found so far, by the entity that they are of
 */
export function onDayOf(
  { person: { timeZone } }: Pick<Context, 'person'>,
  parameter: Parameter,
  raw: string,
  facts: JsonObject,
): string | null {
  const column = dayColumnOf(parameter)
  if (column === null || !isTimeOfThing(parameter, raw)) return raw
  const day = dayIn(cellOf(column, facts), timeZone)
  const moments = day === null ? [] : clockReadings(raw).flatMap((time) => momentOn(day, time, timeZone) ?? [])
  return moments.length === 0 ? null : moments.join('|')
}

/** Whether it is a time whose day is that of a thing. */
export function isTimeOfThing(parameter: Parameter, raw: string | undefined): boolean {
  return raw !== undefined && isTimeAlone(raw) && dayColumnOf(parameter) !== null
}

/** Of what was said, the times whose days are those of things: when another thing is meant after all, they are of that one's. */
export function timesOfThings(
  { parameters }: Pick<Command, 'parameters'>,
  raw: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const times = parameters.filter((parameter) => isTimeOfThing(parameter, raw[parameter.name]))
  return Object.fromEntries(times.map(({ name }) => [name, raw[name] ?? '']))
}

/** The day of a column, which holds one or a moment. */
function dayIn(value: Json | undefined, timeZone: string): string | null {
  if (typeof value !== 'string') return null
  if (isDayAlone(value)) return value
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : (isoInstant(at, timeZone)?.slice(0, 'yyyy-mm-dd'.length) ?? null)
}
