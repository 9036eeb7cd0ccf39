import { recall } from '../../recall.ts'

/** The character that parts thousands in a region (BCP 47). */
export const groupMarkOf = recall(
  (region) => new Intl.NumberFormat(region).formatToParts(1_234_567).find((part) => part.type === 'group')?.value ?? '',
)

/** The same in a country (ISO 3166), as its language writes it there. */
export function groupMarkIn(country: string): string {
  // With the script of the language, "es-Latn-MX", nothing would be known of the country.
  return groupMarkOf(`${languageIn(country)}-${country}`)
}

const languageOf = recall((region) => new Intl.Locale(region).language)

const languageIn = recall((country) => new Intl.Locale(`und-${country}`).maximize().language)

/**
 * Whose numbers, sums and dates somebody writes and reads (BCP 47): those of their country, where it speaks the language of a region
 * ("1,250" in Mexico, "1.250" in Argentina), else of the country that their language names, else of the region. A country that parts
 * thousands by neither a point nor a comma tells nothing.
 * @param speaker.language the language that they speak, `es` or `es-MX`
 * @param speaker.country of their number, ISO 3166; absent when nobody knows
 */
export function regionFor(
  region: string,
  { language, country }: { readonly language: string; readonly country: string | undefined },
): string {
  const ofNumber = country !== undefined && isCountry(country) && languageIn(country) === languageOf(region)
  const countries = [...(ofNumber ? [country] : []), ...language.split('-').slice(1).filter(isCountry)]
  const theirs = countries.map((each) => new Intl.Locale(region, { region: each }).toString())
  return theirs.find((each) => ['.', ','].includes(groupMarkOf(each))) ?? region
}

function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/u.test(text)
}

/**
 * A decimal as people type it, with `.` as the only separator left: "1,234.50", "1.234,50", "10,50". One separator
 * before exactly three digits parts thousands where it is the region's `groupMark`, and is a decimal mark elsewhere.
 * `null` when it is no number.
 */
export function parseDecimal(text: string, groupMark: string): string | null {
  if (!/^-?(?:\d[\d.,]*)?[.,]?\d+$/.test(text)) return null
  const mark = decimalMark(text, groupMark)
  const parts = mark === null ? [text] : [text.slice(0, text.lastIndexOf(mark)), text.slice(text.lastIndexOf(mark) + 1)]
  const whole = withoutGroups(parts[0] ?? '')
  const fraction = parts[1]
  if (whole === null) return null
  return fraction === undefined ? whole : `${whole}.${fraction}`
}

/**
 * Whether an amount with two decimals at most may be two numbers, one a thousand times the other: "1.000" and "1,000". The language
 * or the currency tells which; nothing else does.
 */
export function isTwoNumbers(text: string): boolean {
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
}

function decimalMark(text: string, groupMark: string): string | null {
  const marks = text.replace(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return null
  if (marks.length > 1) return new Set(marks).size === 1 ? null : last
  return last === groupMark && isTwoNumbers(text) ? null : last
}

function withoutGroups(whole: string): string | null {
  if (/^-?\d+$/.test(whole)) return whole
  if (/^-?$/.test(whole)) return `${whole}0`
  return /^-?\d{1,3}(?:\.\d{3})+$|^-?\d{1,3}(?:,\d{3})+$/.test(whole) ? whole.replace(/[.,]/g, '') : null
}
