import type { Catalogue, Locale } from './catalogue.ts'

/** The person's language, else the same language of another region, else English. */
export function localeFor({ locales }: Pick<Catalogue, 'locales'>, language: string): Locale {
  const locale = locales.get(nearLanguage(language, [...locales.keys()]) ?? 'en')
  if (locale === undefined) throw new TypeError('A catalogue always has English')
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
