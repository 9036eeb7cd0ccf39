import type { Catalogue, Locale } from './catalogue.ts'

/** The person's language, else the same language of another region, else the main one. */
export function localeFor(catalogue: Pick<Catalogue, 'locales' | 'language'>, language: string): Locale {
  const near = nearLanguage(language, [...catalogue.locales.keys()])
  const locale = near === null ? undefined : catalogue.locales.get(near)
  return locale ?? mainLocale(catalogue)
}

/** The locale that stands in for every language that is not spoken. */
export function mainLocale({ locales, language }: Pick<Catalogue, 'locales' | 'language'>): Locale {
  const locale = locales.get(language)
  if (locale === undefined) throw new TypeError('A catalogue always has its main language')
  return locale
}

/** The language itself where it is spoken, else the same one of another region; `null`: neither is. */
export function nearLanguage(language: string, spoken: readonly string[]): string | null {
  if (spoken.includes(language)) return language
  return spoken.find((each) => withoutRegion(each) === withoutRegion(language)) ?? null
}

function withoutRegion(language: string): string {
  return language.split('-')[0] ?? language
}
