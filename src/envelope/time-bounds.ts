/**
 * Days and moments that have to lie ahead, or behind: `minimum: now` of a moment, `maximum: today` of a day. The schema of a
 * parameter keeps them under the names that JSON Schema validators have for bounds of a format, and they are judged here: what
 * now is no validator knows.
 */
import type { Parameter } from '../catalogue/catalogue.ts'
import { canonicalDate, canonicalMoment } from '../understanding/values/dates/canonical.ts'
import { isoDate } from '../understanding/values/dates/civil-date.ts'
import { wallClock } from '../understanding/values/dates/zoned-time.ts'
import type { When } from '../understanding/values/when.ts'

/** Bound of a file of the catalogue → the keyword of the schema that keeps it. */
export const timeBounds = { minimum: 'formatMinimum', maximum: 'formatMaximum' } as const

/** Why a day or a moment does not do; each has a sentence in every locale (`invalid_<problem>`). */
export type TimeProblem = 'day_over' | 'day_ahead' | 'moment_over' | 'moment_ahead'

/** What is wrong with when a value is; `null` where nothing is, or where it is no day and no moment. A moment may still be its day alone. */
export function timeProblem(
  { type, schema }: Pick<Parameter, 'type' | 'schema'>,
  value: string,
  { now, timeZone }: Pick<When, 'now' | 'timeZone'>,
): TimeProblem | null {
  if (type !== 'date' && type !== 'datetime') return null
  const distance = aheadOfNow(value, now, timeZone)
  const kind = type === 'date' ? 'day' : 'moment'
  if (schema[timeBounds.minimum] !== undefined && distance < 0) return `${kind}_over`
  return schema[timeBounds.maximum] !== undefined && distance > 0 ? `${kind}_ahead` : null
}

/** Below zero of what has been; zero of today, of this minute, and of what is neither day nor moment. */
function aheadOfNow(value: string, now: Date, timeZone: string): number {
  const moment = canonicalMoment(value)
  if (moment !== null) return Date.parse(moment) - now.getTime()
  const { date: today } = wallClock(now, timeZone)
  if (today === null || canonicalDate(value) === null) return 0
  return Math.sign(Date.parse(value) - Date.parse(isoDate(today)))
}
