/** Which country whoever writes is of, as far as that tells how they write numbers, sums and dates. */
import { recall } from '../../recall.ts'
import { groupMarkOf } from './decimal.ts'

/** Who writes, as far as that is known. */
export type OfCountry = {
  /** The language that they speak (BCP 47), `es` or `es-MX`. */
  readonly language: string
  /** That of their number, ISO 3166; absent when nobody knows. */
  readonly country: string | undefined
}

/** The language (ISO 639) that most people of a country (ISO 3166) write. */
export const languageIn = recall((country) => new Intl.Locale(`und-${country}`).maximize().language)

/**
 * Whether people of a country write a language among themselves: most of them do, or it is known how it is written there, and numbers are
 * written as at home. That tells English in India from the English of whoever lives in Germany.
 */
export function isSpokenIn(language: string, country: string): boolean {
  return languageIn(country) === language || isWrittenIn(`${language}-${country}`)
}

const isWrittenIn = recall((tag) => {
  const { language } = new Intl.Locale(tag)
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag && groupMarkOf(tag) === groupMarkOf(language)
})

/** The countries (ISO 3166) whose ways somebody may follow in a language (ISO 639): that of their number, then what their language names. */
export function countriesOf(language: string, { language: spoken, country }: OfCountry): readonly string[] {
  const ofNumber = country !== undefined && isCountry(country) && isSpokenIn(language, country) ? [country] : []
  return [...ofNumber, ...spoken.split('-').slice(1).filter(isCountry)]
}

function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/u.test(text)
}
