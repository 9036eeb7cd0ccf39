import { expect, test } from 'vitest'
import { regionFor } from './region-for.ts'

test.each([
  ['es-AR', 'es', 'MX', 'es-MX'],
  ['es-AR', 'es', 'PE', 'es-PE'],
  ['es-AR', 'es', 'AR', 'es-AR'],
  ['es-AR', 'es', 'ES', 'es-ES'],
  // Parted by a space, which tells nothing.
  ['es-AR', 'es', 'CR', 'es-AR'],
  ['pt-BR', 'pt-PT', 'PT', 'pt-BR'],
  // Whose language is another one.
  ['es-AR', 'es', 'US', 'es-AR'],
  ['en-US', 'en', 'BR', 'en-US'],
  ['en-US', 'en', 'DE', 'en-US'],
  // Who names a country means it, and so does a number of one that speaks the language.
  ['es-AR', 'es-MX', 'US', 'es-MX'],
  ['es-AR', 'es-US', 'US', 'es-US'],
  ['es-AR', 'es-MX', 'AR', 'es-AR'],
  ['es-AR', 'es-MX', undefined, 'es-MX'],
  ['en-US', 'en', 'GB', 'en-GB'],
  // Where it is not the first language, and written as at home.
  ['en-US', 'en', 'IN', 'en-IN'],
  ['en-US', 'en', 'NG', 'en-NG'],
  ['en-US', 'en', 'KE', 'en-KE'],
  ['en-US', 'en', 'PH', 'en-PH'],
  ['pt-BR', 'pt-BR', 'BR', 'pt-BR'],
  ['es-AR', 'es', undefined, 'es-AR'],
  ['es-AR', 'es', '001', 'es-AR'],
  ['sr-Latn-RS', 'sr-Latn-RS', 'RS', 'sr-Latn-RS'],
])('whose numbers count in %s for somebody who speaks %s, of %s: %s', (region, language, country, theirs) => {
  expect(regionFor(region, { language, country })).toBe(theirs)
})
