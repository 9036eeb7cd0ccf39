import { expect, test } from 'vitest'
import { loadShippedLanguages } from '../../testing/shipped-languages.ts'
import { compileLanguage } from '../words/language.ts'
import { moneyAt } from './read-money.ts'

const languages = await loadShippedLanguages()

test.each([
  ['es', 'es-MX', '$500', '500.00 MXN'],
  ['es', 'es-AR', '$500', '500.00 ARS'],
  ['es', 'es-MX', '1,500 pesos', '1500.00 MXN'],
  ['es', 'es-CO', '1.500 pesos', '1500.00 COP'],
  ['es', 'es-PE', '$500', undefined],
  ['en', 'en-US', '$500', '500.00 USD'],
  ['en', 'en-CA', '$500', '500.00 CAD'],
])('in %s as it is spoken in %s, “%s” with no currency wanted is %s', (code, region, said, money) => {
  const language = compileLanguage(languages(code).locale, [], region)
  expect(moneyAt(said, 0, undefined, language)[0]?.value).toBe(money)
})
