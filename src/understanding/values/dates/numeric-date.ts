import { isSpokenIn, languageIn } from '../speaker-country.ts'

/** In which order a region writes the figures of a date. */
export type DateOrder = 'day-first' | 'month-first'

export type NumericDate = { readonly year: number; readonly month: number; readonly day: number }

/** As Intl writes dates in a region (BCP 47). */
export function dateOrderOf(region: string): DateOrder {
  const parts = partsOfDate(region)
  return parts.indexOf('month') < parts.indexOf('day') ? 'month-first' : 'day-first'
}

/** Where the year comes first ("2026-11-12"), that says nothing of how people write a date without one, or with it at the end. */
function beginsWithYear(region: string): boolean {
  return partsOfDate(region)[0] === 'year'
}

function partsOfDate(region: string): readonly string[] {
  return new Intl.DateTimeFormat(region).formatToParts(0).map(({ type }) => type)
}

/**
 * The orders in which somebody may have written the figures of a date, the likelier first: that of the language's region (BCP 47),
 * unless their country (ISO 3166) speaks the language and writes dates in its own way; both, where the two do not agree, and where
 * dates begin with the year.
 */
export function dateOrdersFor(region: string, country: string | undefined): readonly DateOrder[] {
  const usual = dateOrderOf(region)
  if (country === undefined) return [usual]
  const { language } = new Intl.Locale(region)
  const isTheirs = isSpokenIn(language, country)
  const home = `${isTheirs ? language : languageIn(country)}-${country}`
  const there = dateOrderOf(home)
  if (beginsWithYear(home)) return [usual, usual === 'day-first' ? 'month-first' : 'day-first']
  if (there === usual) return [usual]
  return isTheirs ? [there] : [usual, there]
}

/**
 * "2026-11-22", "22/11", "22/11/26", "22.11.2026"; year 0 when none is written. Figures that cannot be meant in the order of
 * the region ("22/11" in the United States) are read in the other one, for there is only that reading.
 */
export function parseNumericDate(word: string, order: DateOrder): NumericDate | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(word)
  if (iso !== null) return known(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const found = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d\d))?$/u.exec(word)
  // "22.11" is a number.
  if (found === null || (found[2] === '.' && found[4] === undefined)) return null
  const [one, other, year] = [Number(found[1]), Number(found[3]), fullYear(found[4])]
  const [dayFirst, monthFirst] = [known(year, other, one), known(year, one, other)]
  return order === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst)
}

/** "11/2026", "2026-11" */
export function parseNumericMonth(word: string): { readonly year: number; readonly month: number } | null {
  const found = /^(?:(?<year>\d{4})[-/.](?<month>\d{1,2})|(?<first>\d{1,2})[-/.](?<last>\d{4}))$/u.exec(word)?.groups
  const date = known(Number(found?.['year'] ?? found?.['last']), Number(found?.['month'] ?? found?.['first']), 1)
  return date === null ? null : { year: date.year, month: date.month }
}

/** Two figures are of this century; 0 when none are written. */
export function fullYear(written: string | undefined): number {
  if (written === undefined) return 0
  return written.length === 2 ? 2000 + Number(written) : Number(written)
}

/** Whether some calendar might have it; that February has fewer days is seen when it is resolved. */
function known(year: number, month: number, day: number): NumericDate | null {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : null
}
