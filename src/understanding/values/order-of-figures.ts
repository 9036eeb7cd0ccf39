/** "From 30/12 to 2/1": where one of two days can be read in one way only, the other is written in the same. */
import type { DateOrder } from './dates/numeric-date.ts'

/** A day in figures, with the year or without. */
const figures = /^(?<one>\d{1,2})(?<mark>[/.-])(?<other>\d{1,2})(?:\k<mark>(?<year>\d{4}))?$/u
const lastMonth = 12

/** The order in which the figures of a day must be read; `null` where both can be, or neither. */
function orderOf(said: string): DateOrder | null {
  const { one, other } = figures.exec(said)?.groups ?? {}
  if (one === undefined || Number(one) > lastMonth === Number(other) > lastMonth) return null
  return Number(one) > lastMonth ? 'day-first' : 'month-first'
}

/**
 * The last of some days as the first of them tells how it is written, the coming one behind it; `null` where that tells nothing.
 * @param first what was said of it, and the day that it is
 */
export function lastInOrderOf(first: { readonly said: string; readonly day: string }, last: string): string | null {
  const order = orderOf(first.said)
  const { one, other, year } = figures.exec(last)?.groups ?? {}
  if (order === null || one === undefined || other === undefined) return null
  const [day, month] = order === 'day-first' ? [one, other] : [other, one]
  if (Number(month) > lastMonth) return null
  const ofYear = (which: number | string) => `${which}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year !== undefined) return ofYear(year)
  const [begun] = first.day.split('-').map(Number)
  return begun === undefined ? null : ([ofYear(begun), ofYear(begun + 1)].find((each) => each >= first.day) ?? null)
}
