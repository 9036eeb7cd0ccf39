import type { Parameter } from '../catalogue/catalogue.ts'
import { timeProblem } from '../envelope/time-bounds.ts'
import { clockReadings, isDayAlone } from '../understanding/values/clock-values.ts'
import type { One } from './resolve-arguments.ts'
import type { Context } from './scene.ts'

/**
 * What a day or a time that was said may be, when `now` is what it is: those of its readings that the parameter takes, which the
 * person is asked about where there are several, and a time of day where a moment has none. Else the one text that is left to be
 * read as its value.
 */
export function resolveTime(
  { now, person: { timeZone } }: Context,
  parameter: Parameter,
  raw: string,
): Extract<One, { kind: 'because' }> | { readonly kind: 'text'; readonly text: string } {
  const readings = clockReadings(raw)
  const timely = readings.filter((each) => timeProblem(parameter, each, { now, timeZone }) === null)
  if (timely.length > 1) return { kind: 'because', because: { kind: 'open', readings: timely } }
  const text = timely[0] ?? readings[0] ?? raw
  const problem = timeProblem(parameter, text, { now, timeZone })
  if (problem !== null) return { kind: 'because', because: { kind: 'invalid', problem, limit: '' } }
  if (parameter.type === 'datetime' && isDayAlone(text))
    return { kind: 'because', because: { kind: 'day-alone' }, soFar: text }
  return { kind: 'text', text }
}
