import type { Person } from '../../access/person.ts'
import { countryOf } from '../../access/phone.ts'
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { recallFor } from '../../recall.ts'
import { regionFor } from '../../understanding/values/region-for.ts'

/**
 * The locale in which somebody is spoken to, with numbers, sums and dates as they write them themselves: in Mexico "$2,300.00", where
 * an Argentine who speaks the same language reads "2.300,00". The same object each time.
 */
export function localeOf(
  catalogue: Pick<Catalogue, 'locales' | 'language'>,
  { language, phone }: Pick<Person, 'language' | 'phone'>,
): Locale {
  const locale = localeFor(catalogue, language)
  const region = regionFor(locale.region, { language, country: countryOf(phone) })
  if (region === locale.region) return locale
  const known = elsewhere(locale)
  const there = known.get(region) ?? Object.freeze({ ...locale, region })
  known.set(region, there)
  return there
}

/** A locale in the regions in which it was asked for. */
const elsewhere = recallFor((_locale: Locale) => new Map<string, Locale>())
