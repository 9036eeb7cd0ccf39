/** A day of the calendar, in no time zone. */
export type CivilDate = { readonly year: number; readonly month: number; readonly day: number }

const dayMs = 86_400_000

/** `null` for a day that the calendar does not have, or that is not in the years 1900 to 2199. */
export function civilDate(year: number, month: number, day: number): CivilDate | null {
  const known = new Date(Date.UTC(year, month - 1, day))
  const exists = known.getUTCFullYear() === year && known.getUTCMonth() === month - 1 && known.getUTCDate() === day
  return exists && isYear(year) ? { year, month, day } : null
}

export function isYear(year: number): boolean {
  return year >= 1900 && year <= 2199
}

export function addDays(date: CivilDate, days: number): CivilDate | null {
  const moved = new Date(Date.UTC(date.year, date.month - 1, date.day) + days * dayMs)
  return civilDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate())
}

/** The same day of another month, or the last one of a month that is too short for it. */
export function addMonths({ year, month, day }: CivilDate, months: number): CivilDate | null {
  const first = firstOfMonth(year, month + months)
  return first === null ? null : civilDate(first.year, first.month, Math.min(day, daysIn(first.year, first.month)))
}

/** The first day of a month that may lie before or behind the year: month 13 is January. */
export function firstOfMonth(year: number, month: number): CivilDate | null {
  const first = new Date(Date.UTC(year, month - 1, 1))
  return civilDate(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** 1 (Monday) to 7. */
export function weekdayOf({ year, month, day }: CivilDate): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}

/** Below zero when `a` is earlier. */
export function compareDates(a: CivilDate, b: CivilDate): number {
  return a.year - b.year || a.month - b.month || a.day - b.day
}

/** `2026-11-22` */
export function isoDate({ year, month, day }: CivilDate): string {
  return `${year}-${pad(month)}-${pad(day)}`
}

export function pad(number: number): string {
  return String(number).padStart(2, '0')
}
