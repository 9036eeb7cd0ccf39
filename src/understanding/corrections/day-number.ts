/**
 * "no, 24" of days: the 24th, or 24 nights where so many days were counted. Only what is said in place of a day may be so short; which day it
 * is of, and whether it is of one, is for the conversation to know.
 */
import { type ExactValue, readBareNumber } from '../bare-value.ts'
import { type Folded, foldText, originalBetween } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { resolveDate } from '../values/dates/resolve-date.ts'
import { hoursOfDay } from '../values/dates/hours-of-day.ts'
import { nightsAt } from '../values/nights.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

const longestMonth = 31

export function readDayNumber(
  folded: Folded,
  { type, past, behind, of, counted = '' }: WantedValue,
  language: Language,
  when: When,
): ExactValue | null {
  const day = type === 'date' ? readBareNumber(folded, language.filler, language) : null
  if (day === null || day < 1 || day > longestMonth) return null
  const said = originalBetween(folded, 0, folded.text.length)
  if (behind !== undefined) {
    const many = `${day} ${foldText(counted).text.split(' ').at(-1) ?? ''}`
    const last = nightsAt(many, 0, behind, language).find(({ end }) => end === many.length)
    if (last !== undefined) return { value: last.value, said: many }
  }
  const before = of !== undefined && behind === undefined ? { of } : {}
  const dayFrom = (now: Date) =>
    resolveDate(
      { kind: 'day', day, weekday: 0, months: null },
      { ...when, ...before, now, ...(past === true && { past }) },
    )
  const next = dayFrom(when.now)
  const value =
    next !== null && behind !== undefined && next < behind ? dayFrom(hoursOfDay(behind, when.timeZone)[0]) : next
  return value === null ? null : { value, said }
}
