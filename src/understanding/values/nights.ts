/**
 * "3 nights", "por três noites", "two weeks": the day that days end with, counted from the one that they begin with. Whether that one is among
 * "3 days" nobody but the person can tell.
 */
import { forLanguage } from '../text/for-language.ts'
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { addDays, civilDate, isoDate } from './dates/civil-date.ts'
import { plainAmountsAt } from './read-amounts.ts'
import { matchAt } from './read-numbers.ts'
import type { ValueLanguage } from './value-language.ts'
import { isDigits } from '../text/is-digits.ts'

/** More are hardly meant. */
const maxNights = 365
const daysInWeek = 7

/** What may lead to the number, and what is counted; folded. */
const words: Readonly<
  Record<string, { readonly lead: RegExp; readonly night: RegExp; readonly day: RegExp; readonly week: RegExp }>
> = {
  en: { lead: /for /y, night: / nights?/y, day: / days?/y, week: / weeks?/y },
  pt: { lead: /por /y, night: / noites?/y, day: / dias?/y, week: / semanas?/y },
  es: { lead: /por /y, night: / noches?/y, day: / dias?/y, week: / semanas?/y },
}

/** @param first `2026-03-06` */
export function nightsAt(text: string, at: number, first: string, language: ValueLanguage): readonly Capture[] {
  const known = forLanguage(words, language.code)
  if (known === null) return []
  const from = at + (matchAt(known.lead, text, at)?.length ?? 0)
  return plainAmountsAt(text, from, language).flatMap(({ end, value }) => {
    const count = isDigits(value) ? Number(value) : 0
    const spans = [
      [known.night, [count]],
      [known.day, count > 1 ? [count - 1, count] : []],
      [known.week, [count * daysInWeek]],
    ] as const
    return spans.flatMap(([unit, nights]) => {
      const said = matchAt(unit, text, end)
      const isSpan = nights.length > 0 && nights.every((each) => each > 0 && each <= maxNights)
      if (said === null || !isSpan || !isWordEnd(text, end + said.length)) return []
      const days = nights.map((each) => dayAfter(first, each))
      return days.includes(null) ? [] : [{ end: end + said.length, value: days.join('|') }]
    })
  })
}

function dayAfter(first: string, nights: number): string | null {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number)
  const date = civilDate(year, month, day)
  const last = date === null ? null : addDays(date, nights)
  return last === null ? null : isoDate(last)
}
