import { assertNever } from '../../../errors.ts'
import { clockOf } from './clock.ts'
import type { DateExpression, MonthExpression } from './date-expression.ts'
import type { ClockTime } from './day-part.ts'
import type { Slots } from './word-patterns.ts'

/** What a pattern for a day may mean; `dateOf` says it as data. */
export type DateMeaning =
  | 'today'
  | 'tomorrow'
  | 'yesterday'
  | 'afterTomorrow'
  | 'beforeYesterday'
  /** `{count} {unit}` from today on, and back. */
  | 'ahead'
  | 'ago'
  /** `{weekday}`: the next one that is not today; the one within seven days from today on; that of next week; the last one. */
  | 'coming'
  | 'this'
  | 'nextWeek'
  /** `{weekday}`, a week after the one within seven days from today on. */
  | 'other'
  /** `{weekday}`, two weeks after that one. */
  | 'fortnight'
  | 'last'
  /** `{day} {month}`, with `{year}` and `{weekday}` where they are said. */
  | 'full'
  /** `{day}` of the month that has it next, of this month, of the next. */
  | 'day'
  | 'dayOfThisMonth'
  | 'dayOfNextMonth'
  | 'endOfMonth'
  | 'endOfNextMonth'
  | 'startOfNextMonth'
  /** `{nthOf} {weekday} {month}`: the first Monday of March; the last one. */
  | 'nthWeekday'
  | 'lastWeekday'
  /** Days with a name of their own: 24 and 25 December, 31 December, 1 January. */
  | 'christmasEve'
  | 'christmas'
  | 'newYearsEve'
  | 'newYear'

/** `{month}`, with `{year}` where it is said; of this year or of the last; or counted from this one. */
export type MonthMeaning = 'named' | 'ofThisYear' | 'ofLastYear' | 'thisMonth' | 'nextMonth' | 'lastMonth'

/** `{clock}` is one word of figures ("8:30", "20h"), `{hour}` and `{minute}` may be words. */
export type TimeMeaning =
  | 'clock'
  | 'hour'
  | 'minutes'
  | 'half'
  | 'quarterPast'
  | 'quarterTo'
  | 'minutesTo'
  /** The same without a word for minutes, which may as well be two hours: "10 to 11". */
  | 'fewMinutesTo'
  | 'noon'
  | 'midnight'
  | 'halfPastNoon'
  | 'halfPastMidnight'

/** A time from now. */
export type WaitMeaning = 'now' | 'minutesAhead' | 'hoursAhead' | 'halfHourAhead'

/** The units of `{unit}`, by the number that fills the slot. */
export const unitNames = ['day', 'week', 'fortnight', 'month', 'year'] as const

export const today: DateExpression = { kind: 'days', days: 0 }

export function dateOf(meaning: DateMeaning, slots: Slots): DateExpression {
  switch (meaning) {
    case 'today':
      return today
    case 'tomorrow':
      return { kind: 'days', days: 1 }
    case 'yesterday':
      return { kind: 'days', days: -1 }
    case 'afterTomorrow':
      return { kind: 'days', days: 2 }
    case 'beforeYesterday':
      return { kind: 'days', days: -2 }
    case 'ahead':
      return shift(slots, 1)
    case 'ago':
      return shift(slots, -1)
    case 'coming':
    case 'this':
    case 'other':
    case 'fortnight':
    case 'last':
      return { kind: 'weekday', weekday: slots.weekday, which: meaning }
    case 'nextWeek':
      return { kind: 'weekday', weekday: slots.weekday, which: 'next-week' }
    case 'full':
      return { kind: 'full', year: slots.year, month: slots.month, day: slots.day, weekday: slots.weekday }
    case 'day':
      return { kind: 'day', day: slots.day || slots.nth, weekday: slots.weekday, months: null }
    case 'dayOfThisMonth':
      return { kind: 'day', day: slots.day, weekday: 0, months: 0 }
    case 'dayOfNextMonth':
      return { kind: 'day', day: slots.day, weekday: 0, months: 1 }
    case 'endOfMonth':
      return { kind: 'end-of-month', months: 0 }
    case 'endOfNextMonth':
      return { kind: 'end-of-month', months: 1 }
    case 'startOfNextMonth':
      return { kind: 'day', day: 1, weekday: 0, months: 1 }
    case 'nthWeekday':
    case 'lastWeekday':
      return { kind: 'weekday-of-month', weekday: slots.weekday, nth: slots.nthOf, month: slots.month }
    case 'christmasEve':
      return yearly(12, 24)
    case 'christmas':
      return yearly(12, 25)
    case 'newYearsEve':
      return yearly(12, 31)
    case 'newYear':
      return yearly(1, 1)
    default:
      return assertNever(meaning)
  }
}

/** The one of that day which comes next. */
function yearly(month: number, day: number): DateExpression {
  return { kind: 'full', year: 0, month, day, weekday: 0 }
}

function shift(slots: Slots, direction: 1 | -1): DateExpression {
  const unit = unitNames[slots.unit] ?? 'day'
  const count = slots.count * direction
  if (unit === 'fortnight') return { kind: 'days', days: count * 14 }
  return unit === 'day' ? { kind: 'days', days: count } : { kind: 'shift', count, unit }
}

export function monthOf(meaning: MonthMeaning, { year, month }: Slots): MonthExpression {
  switch (meaning) {
    case 'named':
      return { kind: 'named', year, month }
    case 'ofThisYear':
      return { kind: 'of-year', years: 0, month }
    case 'ofLastYear':
      return { kind: 'of-year', years: -1, month }
    case 'thisMonth':
      return { kind: 'months', months: 0 }
    case 'nextMonth':
      return { kind: 'months', months: 1 }
    case 'lastMonth':
      return { kind: 'months', months: -1 }
    default:
      return assertNever(meaning)
  }
}

/** `null` for what lies on the other half of the clock. */
export function timeOf(meaning: TimeMeaning, { hour, minute, clock }: Slots): ClockTime | null {
  switch (meaning) {
    case 'clock':
      return clockOf(clock)
    case 'hour':
      return onAHalf({ hour, minute: 0 })
    case 'minutes':
      return onAHalf({ hour, minute })
    case 'half':
      return onAHalf({ hour, minute: 30 })
    case 'quarterPast':
      return onAHalf({ hour, minute: 15 })
    case 'quarterTo':
      return onAHalf(before(hour, 15))
    case 'minutesTo':
      return onAHalf(before(hour, minute))
    case 'fewMinutesTo':
      return fewMinutes.includes(minute) ? onAHalf(before(hour, minute)) : null
    case 'noon':
      return { hour: 12, minute: 0 }
    case 'midnight':
      return { hour: 0, minute: 0 }
    case 'halfPastNoon':
      return { hour: 12, minute: 30 }
    case 'halfPastMidnight':
      return { hour: 0, minute: 30 }
    default:
      return assertNever(meaning)
  }
}

/** Nobody says "14 to 3" of the minutes before three. */
const fewMinutes: readonly number[] = [5, 10, 20, 25]

/** Twelve is noon; what is more is said on the 24-hour clock. */
function onAHalf(time: ClockTime | null): ClockTime | null {
  return time !== null && time.hour >= 1 && time.hour <= 11 ? { ...time, open: true } : time
}

/** "A quarter to one" is on another half of the clock, which half nobody said; "9 to 18" is no time at all. */
function before(hour: number, minutes: number): ClockTime | null {
  if (hour === 0 || hour > 12 || minutes > 30) return null
  return { hour: hour === 1 ? 12 : hour - 1, minute: 60 - minutes }
}

export function minutesOf(meaning: WaitMeaning, { count }: Slots): number {
  switch (meaning) {
    case 'now':
      return 0
    case 'minutesAhead':
      return count
    case 'hoursAhead':
      return count * 60
    case 'halfHourAhead':
      return 30
    default:
      return assertNever(meaning)
  }
}
