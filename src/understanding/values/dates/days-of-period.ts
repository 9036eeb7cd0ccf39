import { assertNever } from '../../../errors.ts'
import { addDays, addMonths, type CivilDate, daysIn, isoDate, weekdayOf } from './civil-date.ts'
import { wallClock } from './zoned-time.ts'

export const periods = ['this-week', 'last-week', 'last-7-days', 'this-month', 'last-month'] as const

/** Days in a row as people name them; weeks begin on Monday. */
export type Period = (typeof periods)[number]

/**
 * The first and the last day of a period where it is `now` in a time zone, as `2026-11-22`.
 * @throws TypeError out of the years 1900 to 2199
 */
export function daysOfPeriod(period: Period, now: Date, timeZone: string): readonly [first: string, last: string] {
  const { date: today } = wallClock(now, timeZone)
  const monday = today && addDays(today, 1 - weekdayOf(today))
  const before = today && addMonths(today, -1)
  if (today === null || monday === null || before === null) throw new TypeError('There is no such period')
  switch (period) {
    case 'this-week':
      return spanFrom(monday, 7)
    case 'last-week':
      return spanFrom(addDays(monday, -7), 7)
    case 'last-7-days':
      return spanFrom(addDays(today, -6), 7)
    case 'this-month':
      return monthOf(today)
    case 'last-month':
      return monthOf(before)
    default:
      return assertNever(period)
  }
}

function monthOf(date: CivilDate): readonly [string, string] {
  return spanFrom({ ...date, day: 1 }, daysIn(date.year, date.month))
}

function spanFrom(first: CivilDate | null, days: number): readonly [string, string] {
  const last = first && addDays(first, days - 1)
  if (first === null || last === null) throw new TypeError('There is no such period')
  return [isoDate(first), isoDate(last)]
}
