import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import { UserError } from '../errors.ts'

/**
 * The language that somebody named on the command line: `pt-BR`, or `pt` for short. Nobody who names one means the main one instead.
 * @throws UserError `usage` when the catalogue does not speak it
 */
export function namedLocale(catalogue: Pick<Catalogue, 'locales' | 'language'>, language: string): Locale {
  const locale = localeFor(catalogue, language)
  if (baseOf(locale.language) === baseOf(language)) return locale
  throw new UserError('usage', `There is no language "${language}"; known: ${[...catalogue.locales.keys()].join(', ')}`)
}

function baseOf(language: string): string | undefined {
  return language.split('-')[0]
}
