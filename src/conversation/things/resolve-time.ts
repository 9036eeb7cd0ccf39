import type { Parameter } from '../../catalogue/catalogue.ts'
import { timeProblem } from '../../envelope/time-bounds.ts'
import { clockReadings, oddityOf } from '../../understanding/values/clock-values.ts'
import { isDayAlone, withoutPart } from '../../understanding/values/day-alone.ts'
import type { One } from './resolve-one.ts'
import type { Context } from '../scene.ts'

/**
 * What a day or a time may mean at the moment `now`: those of its readings that the parameter accepts. If there are several,
 * or what was said does not fit together, or a moment lacks its time of day, the person is asked; otherwise it is the one text that is left to be read as the value.
 */
export function resolveTime(
  { now, person: { timeZone } }: Context,
  parameter: Parameter,
  raw: string,
): Extract<One, { kind: 'because' }> | { readonly kind: 'text'; readonly text: string } {
  const readings = clockReadings(raw)
  const timely = readings.filter((each) => timeProblem(parameter, withoutPart(each), { now, timeZone }) === null)
  const oddity = oddityOf(raw)
  if (timely.length > 0 && oddity !== null)
    return { kind: 'because', because: { kind: 'open', readings: timely, oddity } }
  if (timely.length > 1) return { kind: 'because', because: { kind: 'open', readings: timely } }
  const text = timely[0] ?? readings[0] ?? raw
  const problem = timeProblem(parameter, withoutPart(text), { now, timeZone })
  if (problem !== null) return { kind: 'because', because: { kind: 'invalid', problem, limit: '' } }
  if (parameter.type === 'datetime' && isDayAlone(text))
    return { kind: 'because', because: { kind: 'day-alone' }, soFar: text }
  return { kind: 'text', text }
}
