/** `minimum` and `maximum` of days and moments: `now` and `today`, which are another time whenever they are asked for. */
import { timeBounds } from '../../envelope/time-bounds.ts'
import type { JsonObject } from '../../json.ts'
import type { ArgumentProblem } from './check-kinds.ts'
import type { ArgumentShape } from '../shapes/file-shapes.ts'

const keywords = ['minimum', 'maximum'] as const

/** What the values of a format are held against. */
const times = { 'date-time': 'now', date: 'today' } as const

/** Whether a keyword of an argument is a bound of when it is, and none of a number. */
export function isTimeBound(argument: ArgumentShape, keyword: string): boolean {
  return keywords.some((each) => each === keyword && typeof argument[each] === 'string')
}

/** What is wrong with the bounds of when an argument may be. */
export function timeBoundProblems(argument: ArgumentShape): readonly ArgumentProblem[] {
  const { format, minimum, maximum } = argument
  const time = format === 'date' || format === 'date-time' ? times[format] : null
  const wrong = keywords.filter((keyword) => isTimeBound(argument, keyword) && argument[keyword] !== time)
  const cure =
    time === null ? 'has a meaning only for a date-time or a date' : `is not a bound for a ${format}; write ${time}`
  if (wrong.length > 0) return wrong.map((keyword) => [[keyword], `"${argument[keyword]}" ${cure}`])
  if (argument.past === false && maximum === 'today')
    return [[['past'], 'no day that is still to come is taken: "maximum" is today']]
  return minimum === 'now' && maximum === 'now'
    ? [[['maximum'], 'no moment fits: "minimum" is now and "maximum" is now']]
    : []
}

/**
 * The schema with these bounds under the keywords that keep them (`timeBounds`). Where a day has to have been, "Monday" is the last
 * one, as `past` says it.
 */
export function withTimeBounds(schema: JsonObject): JsonObject {
  const { minimum: _minimum, maximum, ...others } = schema
  const moved = keywords.flatMap((keyword) => {
    const bound = schema[keyword]
    return bound === undefined ? [] : [[typeof bound === 'string' ? timeBounds[keyword] : keyword, bound] as const]
  })
  return { ...others, ...Object.fromEntries(moved), ...(maximum === 'today' ? { past: true } : {}) }
}
