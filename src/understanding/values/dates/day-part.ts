import { assertNever } from '../../../errors.ts'

/** A time of day as it is read, on the 24-hour clock. */
export type ClockTime = {
  readonly hour: number
  readonly minute: number
  /** Nobody said which half of the day it is on: "at 3". It is taken for the first, if it is taken. */
  readonly open?: true
}

/** What people add to an hour of the 12-hour clock. */
export type Part =
  | 'am'
  | 'pm'
  | 'dawn'
  | 'morning'
  /** The morning of those who have noon in it: "las 12 de la mañana". */
  | 'forenoon'
  | 'midday'
  /** Around noon, and until lunch is over: "la 1 del mediodía". */
  | 'lunchtime'
  | 'afternoon'
  | 'evening'
  | 'night'

/**
 * "8 at night" is 20:00. `null` where nobody says so ("3 at night" may be either side of midnight, "12 at night" belongs to
 * two days): it is asked, not guessed.
 */
export function inPart({ hour, minute }: ClockTime, part: Part): ClockTime | null {
  const of24 = hourInPart(hour, part)
  return of24 === null ? null : { hour: of24, minute }
}

function hourInPart(hour: number, part: Part): number | null {
  switch (part) {
    case 'am':
      if (hour === 12) return 0
      return hour < 12 ? hour : null
    case 'pm':
      if (hour === 0) return null
      return hour < 12 ? hour + 12 : hour
    case 'dawn':
      return hour <= 6 ? hour : null
    case 'morning':
      return hour >= 1 && hour <= 11 ? hour : null
    case 'forenoon':
      return hour >= 1 && hour <= 12 ? hour : null
    case 'midday':
      return hour === 12 ? hour : null
    case 'lunchtime':
      if (hour >= 1 && hour <= 3) return hour + 12
      return hour >= 12 && hour <= 15 ? hour : null
    case 'afternoon':
      if (hour >= 1 && hour <= 8) return hour + 12
      return hour >= 12 && hour <= 20 ? hour : null
    case 'evening':
      if (hour >= 4 && hour <= 11) return hour + 12
      return hour >= 16 ? hour : null
    case 'night':
      if (hour >= 5 && hour <= 11) return hour + 12
      return hour >= 17 ? hour : null
    default:
      return assertNever(part)
  }
}
