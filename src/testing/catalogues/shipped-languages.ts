import type { Locale } from '../../catalogue/catalogue.ts'
import { compileLanguage, type Language } from '../../understanding/words/language.ts'
import { loadShippedCatalogue } from './conversation-catalogue.ts'

export type ShippedLanguage = { readonly locale: Locale; readonly language: Language }

/** The languages that are shipped, compiled. */
export async function loadShippedLanguages(): Promise<(code: string) => ShippedLanguage> {
  const { locales } = await loadShippedCatalogue()
  const languages = new Map(
    [...locales].map(([code, locale]) => [code, { locale, language: compileLanguage(locale, locales.values()) }]),
  )
  return (code) => {
    const known = languages.get(code)
    if (known === undefined) throw new TypeError(`No locale ${code}`)
    return known
  }
}
