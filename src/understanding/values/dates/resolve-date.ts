import { assertNever } from '../../../errors.ts'
import type { When } from '../when.ts'
import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  compareDates,
  daysIn,
  firstOfMonth,
  isoDate,
  isYear,
  pad,
  weekdayOf,
} from './civil-date.ts'
import type { DateExpression, MomentExpression, MonthExpression } from './date-expression.ts'
import { isoInstant, isoMoment, wallClock } from './zoned-time.ts'

/** Months that are looked through for one that has the day; every day is in one of them. */
const maxMonthsAway = 3
/** Leap days are eight years apart at most. */
const maxYearsAway = 8
const dayMs = 86_400_000

/** `2026-11-22`; `null` when the calendar has no such day. */
export function resolveDate(said: DateExpression, { now, timeZone, past, of }: When): string | null {
  const today = wallClock(now, timeZone).date
  const found = today === null ? null : (inMonthOf(of, said, today) ?? dayOf(said, today, past === true ? -1 : 1))
  return found === null ? null : isoDate(found)
}

/**
 * "No, the 16th" of 15 January: a day of no month that is named is one of the month of the day that it takes the place of; but "the 30th"
 * of 2 December is the day a few before that, where it is still to come. Of this month it is the one that comes, as it is without a day before.
 * `null` where it is none of that month.
 */
function inMonthOf(of: string | undefined, said: DateExpression, today: CivilDate): CivilDate | null {
  if (said.kind !== 'day' || said.months !== null || said.weekday !== 0) return null
  const [, year, month] = /^(\d{4})-(\d\d)-\d\d/u.exec(of ?? '') ?? []
  const isThisMonth = Number(year) === today.year && Number(month) === today.month
  if (of === undefined || year === undefined || isThisMonth) return null
  const [there, coming] = [civilDate(Number(year), Number(month), said.day), dayOf(said, today, 1)]
  if (there === null || coming === null) return there
  const away = daysFrom(of, coming)
  return away <= nearDays && away < daysFrom(of, there) ? coming : there
}

/** A day of another month that is further away is not the one that somebody had in mind. */
const nearDays = 7

/** How many days it is from another one, ISO 8601. */
function daysFrom(other: string, date: CivilDate): number {
  return Math.abs(Date.parse(isoDate(date)) - Date.parse(other.slice(0, 10))) / dayMs
}

/** The day on which something is said, where it is said: `2026-11-22`. */
export function todayOf(when: When): string {
  return resolveDate({ kind: 'days', days: 0 }, when) ?? ''
}

/** `2026-11` */
export function resolveMonth(said: MonthExpression, { now, timeZone }: When): string | null {
  const today = wallClock(now, timeZone).date
  if (today === null) return null
  const first = firstDay(said, today)
  return first === null ? null : `${first.year}-${pad(first.month)}`
}

function firstDay(said: MonthExpression, today: CivilDate): CivilDate | null {
  switch (said.kind) {
    case 'named':
      return firstOfMonth(said.year || (said.month > today.month ? today.year - 1 : today.year), said.month)
    case 'of-year':
      return firstOfMonth(today.year + said.years, said.month)
    case 'months':
      return firstOfMonth(today.year, today.month + said.months)
    default:
      return assertNever(said)
  }
}

/** `2026-11-22T08:00:00-03:00`, in the time zone of whoever said it. */
export function resolveMoment(said: MomentExpression, when: When): string | null {
  const { now, timeZone } = when
  switch (said.kind) {
    case 'wait':
      return isoInstant(new Date(now.getTime() + said.minutes * 60_000), timeZone)
    case 'instant':
      return resolveInstant(said.local, said.offset, timeZone)
    case 'at': {
      const date = dayOfMoment(said, when)
      return date === null ? null : isoMoment(date, said.time, timeZone)
    }
    default:
      return assertNever(said)
  }
}

/** The day on which that time is meant; `null` when the calendar has no such day. */
export function dayOfMoment(
  { date, time }: Extract<MomentExpression, { kind: 'at' }>,
  { now, timeZone, of }: When,
): CivilDate | null {
  const { date: today, time: clock } = wallClock(now, timeZone)
  if (today === null) return null
  const isLater = time.hour * 60 + time.minute > clock.hour * 60 + clock.minute
  return date === null ? addDays(today, isLater ? 0 : 1) : (inMonthOf(of, date, today) ?? dayOf(date, today, 1))
}

function resolveInstant(local: string, offset: string | null, timeZone: string): string | null {
  if (offset !== null) {
    const at = new Date(`${local}${offset}`)
    return Number.isNaN(at.getTime()) ? null : isoInstant(at, timeZone)
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = local.split(/[-T:]/u).map(Number)
  const date = civilDate(year, month, day)
  return date === null ? null : isoMoment(date, { hour, minute }, timeZone)
}

/** Which way a day is looked for that was not said in full: ahead of today, or behind it. */
type Way = 1 | -1

/** The day that was said; `null` when the calendar has none such. */
export function dayOf(said: DateExpression, today: CivilDate, way: Way): CivilDate | null {
  switch (said.kind) {
    case 'days':
      return addDays(today, said.days)
    case 'shift':
      if (said.unit === 'week') return addDays(today, said.count * 7)
      return addMonths(today, said.unit === 'year' ? said.count * 12 : said.count)
    case 'weekday':
      // Behind us "the other Thursday" may be the last one or the one before.
      if ((said.which === 'other' || said.which === 'fortnight') && way < 0) return null
      return addDays(today, daysToWeekday(said, weekdayOf(today), way))
    case 'full':
      return fullDate(said, today, way)
    case 'day':
      return dayOfMonth(said, today, way)
    case 'end-of-month': {
      const first = firstOfMonth(today.year, today.month + said.months)
      return first === null ? null : civilDate(first.year, first.month, daysIn(first.year, first.month))
    }
    case 'weekday-of-week': {
      const found = addDays(said.of, said.weekday - weekdayOf(said.of))
      return found === null || way * compareDates(found, today) < 0 ? null : found
    }
    case 'weekday-of-month':
      return weekdayOfMonth(said, today, way)
    default:
      return assertNever(said)
  }
}

function weekdayOfMonth(
  { weekday, nth, month }: Extract<DateExpression, { kind: 'weekday-of-month' }>,
  today: CivilDate,
  way: Way,
): CivilDate | null {
  const inYear = (year: number): CivilDate | null => {
    const first = (weekday - weekdayOf({ year, month, day: 1 }) + 7) % 7
    const last = Math.floor((daysIn(year, month) - 1 - first) / 7)
    return civilDate(year, month, 1 + first + 7 * (nth === 0 ? last : nth - 1))
  }
  const found = [today.year, today.year + way].map(inYear)
  return found.find((each) => each !== null && way * compareDates(each, today) >= 0) ?? null
}

function daysToWeekday(
  { weekday, which }: Extract<DateExpression, { kind: 'weekday' }>,
  today: number,
  way: Way,
): number {
  const ahead = (weekday - today + 7) % 7
  if (way < 0 && (which === 'coming' || which === 'this')) return ahead === 0 ? 0 : ahead - 7
  switch (which) {
    case 'this':
      return ahead
    case 'coming':
      return ahead || 7
    case 'other':
      return ahead + 7
    case 'fortnight':
      return ahead + 14
    case 'next-week':
      return weekday - today + 7
    case 'last':
      return ahead - 7
    default:
      return assertNever(which)
  }
}

/** A day without a year that has passed so recently is that one, and not the one in a year: whoever says it has erred. */
const recentDays = 31

function fullDate(
  { year, month, day, weekday }: Extract<DateExpression, { kind: 'full' }>,
  today: CivilDate,
  way: Way,
): CivilDate | null {
  const first = (way > 0 ? addDays(today, -recentDays) : null) ?? today
  const years = year === 0 ? Array.from({ length: maxYearsAway + 1 }, (_, away) => first.year + way * away) : [year]
  const known = years
    .filter(isYear)
    .map((each) => civilDate(each, month, day))
    .find((each) => each !== null && (year !== 0 || way * compareDates(each, first) >= 0))
  return onWeekday(known ?? null, weekday)
}

function dayOfMonth(
  { day, weekday, months }: Extract<DateExpression, { kind: 'day' }>,
  today: CivilDate,
  way: Way,
): CivilDate | null {
  const ahead = months === null ? Array.from({ length: maxMonthsAway }, (_, each) => way * each) : [months]
  const known = ahead
    .map((each) => firstOfMonth(today.year, today.month + each))
    .map((first) => (first === null ? null : civilDate(first.year, first.month, day)))
    .find((each) => each !== null && (months !== null || way * compareDates(each, today) >= 0))
  return onWeekday(known ?? null, weekday)
}

/** "Friday, 22 November" when the 22nd is a Sunday: one of the two is wrong, and nobody can tell which. */
function onWeekday(date: CivilDate | null, weekday: number): CivilDate | null {
  return date === null || weekday === 0 || weekdayOf(date) === weekday ? date : null
}
