import { groupMarkOf } from './decimal.ts'
import { countriesOf, type OfCountry } from './speaker-country.ts'

/**
 * Whose numbers, sums and dates somebody writes and reads (BCP 47): those of their country, where it speaks the language of a region
 * ("1,250" in Mexico, "1.250" in Argentina), else of the country that their language names, else of the region. A country that parts
 * thousands by neither a point nor a comma tells nothing.
 */
export function regionFor(region: string, speaker: OfCountry): string {
  const theirs = countriesOf(new Intl.Locale(region).language, speaker).map((each) =>
    new Intl.Locale(region, { region: each }).toString(),
  )
  return theirs.find((each) => ['.', ','].includes(groupMarkOf(each))) ?? region
}
