import type { Catalogue, Locale } from './catalogue.ts'

/** The person's language, else the same language of another region, else English. */
export function localeFor({ locales }: Pick<Catalogue, 'locales'>, language: string): Locale {
  const base = language.split('-')[0] ?? language
  const near = [...locales.values()].find((locale) => locale.language.split('-')[0] === base)
  const locale = locales.get(language) ?? near ?? locales.get('en')
  if (locale === undefined) throw new TypeError('A catalogue always has English')
  return locale
}
