import type { CivilDate } from './civil-date.ts'
import type { ClockTime } from './day-part.ts'

/** What was said about a day, before it is known when it was said. */
export type DateExpression =
  /** Days from today. */
  | { readonly kind: 'days'; readonly days: number }
  /** Weeks, months or years from today, back below zero; the last day of a month that is too short. */
  | { readonly kind: 'shift'; readonly count: number; readonly unit: 'week' | 'month' | 'year' }
  | {
      readonly kind: 'weekday'
      readonly weekday: number
      readonly which: 'coming' | 'this' | 'next-week' | 'other' | 'fortnight' | 'last'
    }
  /** Without a year the one that comes next, today included. A weekday (0: none) that does not fit makes it no day. */
  | {
      readonly kind: 'full'
      readonly year: number
      readonly month: number
      readonly day: number
      readonly weekday: number
      /** Month and day are figures that could change places: "12/11". */
      readonly figures?: true
    }
  /** A day of this month (`months: 0`), of the next (1), or of the first that has it from today on (`null`). */
  | { readonly kind: 'day'; readonly day: number; readonly weekday: number; readonly months: number | null }
  | { readonly kind: 'end-of-month'; readonly months: number }
  /** In the week of a day. */
  | { readonly kind: 'weekday-of-week'; readonly weekday: number; readonly of: CivilDate }
  /** The first (1) such weekday of a month, the second, or the last (0), in the month of that name that has it next. */
  | { readonly kind: 'weekday-of-month'; readonly weekday: number; readonly nth: number; readonly month: number }

/** What was said about a month. Without a year (0) it is the newest such month that has begun. */
export type MonthExpression =
  | { readonly kind: 'named'; readonly year: number; readonly month: number }
  /** Of this year, or of one `years` from it. */
  | { readonly kind: 'of-year'; readonly years: number; readonly month: number }
  | { readonly kind: 'months'; readonly months: number }

/** What was said about a day and a time. */
export type MomentExpression =
  /** Without a day: the next time that the clock shows it. */
  | { readonly kind: 'at'; readonly date: DateExpression | null; readonly time: ClockTime }
  /** Minutes from now. */
  | { readonly kind: 'wait'; readonly minutes: number }
  /** In full, with the difference to UTC if it was written. */
  | { readonly kind: 'instant'; readonly local: string; readonly offset: string | null }
