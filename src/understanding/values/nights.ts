/** "3 nights", "por três noites": the day that days end with, counted from the one that they begin with. */
import { forLanguage } from '../for-language.ts'
import { isWordEnd } from '../match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { addDays, civilDate, isoDate } from './dates/civil-date.ts'
import { plainAmountsAt } from './read-amounts.ts'
import { matchAt } from './read-numbers.ts'
import type { ValueLanguage } from './value-language.ts'

/** More are hardly meant. */
const maxNights = 365

/** What may lead to the number, and what is counted; folded. */
const words: Readonly<Record<string, { readonly lead: RegExp; readonly night: RegExp }>> = {
  en: { lead: /for /y, night: / nights?/y },
  pt: { lead: /por /y, night: / noites?/y },
  es: { lead: /por /y, night: / noches?/y },
}

/** @param first `2026-03-06` */
export function nightsAt(text: string, at: number, first: string, language: ValueLanguage): readonly Capture[] {
  const known = forLanguage(words, language.code)
  if (known === null) return []
  const from = at + (matchAt(known.lead, text, at)?.length ?? 0)
  return plainAmountsAt(text, from, language).flatMap(({ end, value }) => {
    const night = matchAt(known.night, text, end)
    const nights = /^\d+$/u.test(value) ? Number(value) : 0
    const last = nights > 0 && nights <= maxNights ? dayAfter(first, nights) : null
    return night === null || last === null || !isWordEnd(text, end + night.length)
      ? []
      : [{ end: end + night.length, value: last }]
  })
}

function dayAfter(first: string, nights: number): string | null {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number)
  const date = civilDate(year, month, day)
  const last = date === null ? null : addDays(date, nights)
  return last === null ? null : isoDate(last)
}
