import { expect, test } from 'vitest'
import { loadShippedLanguages } from '../../testing/catalogues/shipped-languages.ts'
import { compileLanguage, type Language, spokenAt } from '../words/language.ts'
import { foldText } from '../text/fold-text.ts'
import { moneyAt } from './read-money.ts'

const languages = await loadShippedLanguages()

/** What all of a text is, as a sum. */
function wholeSum(said: string, language: Language): string | undefined {
  const { text } = foldText(said)
  return moneyAt(text, 0, undefined, language).find(({ end }) => end === text.length)?.value
}

test.each([
  ['es', 'es-MX', '$500', '500.00 MXN'],
  ['es', 'es-AR', '$500', '500.00 ARS'],
  ['es', 'es-MX', '1,500 pesos', '1500.00 MXN'],
  ['es', 'es-CO', '1.500 pesos', '1500.00 COP'],
  ['es', 'es-PE', '$500', '500 $'],
  ['es', 'es-AR', 'medio palo de pesos', '500000.00 ARS'],
  ['es', 'es-PE', '50 lucas soles', undefined],
  ['es', 'es-AR', '$50 lucas', '50000.00 ARS'],
  ['es', 'es-AR', '2 palos y medio de pesos', '2500000.00 ARS'],
  ['es', 'es-AR', '50 lucas pesos', '50000.00 ARS'],
  ['es', 'es-AR', 'un millon y medio de pesos', '1500000.00 ARS'],
  ['es', 'es-AR', 'un millon y medio pesos', '1500000.00 ARS'],
  ['es', 'es-AR', 'luca y media de pesos', '1500.00 ARS'],
  ['es', 'es-AR', 'una luca de pesos', '1000.00 ARS'],
  ['es', 'es-AR', 'lucas de pesos', undefined],
  ['es', 'es-ES', '200 pavos', '200.00 EUR'],
  ['es', 'es-ES', '200 eurillos', '200.00 EUR'],
  ['es', 'es-AR', '500 de pesos', undefined],
  ['es', 'es-AR', '500 de real', undefined],
  ['en', 'en-BR', 'rs 500', '500 rs'],
  ['en', 'en-US', '$500', '500.00 USD'],
  ['en', 'en-CA', '$500', '500.00 CAD'],
  ['en', 'en-PH', '$500', '500 $'],
  ['en', 'en-PH', '₱500', '500.00 PHP'],
  ['en', 'en-IN', 'rs. 500', '500.00 INR'],
  ['en', 'en-IN', 'Rs.500', '500.00 INR'],
  ['en', 'en-IN', '₹2,50,000', '250000.00 INR'],
  ['en', 'en-IN', '1.5 lakh rupees', '150000.00 INR'],
  ['en', 'en-IN', 'two crore five lakh rupees', '20500000.00 INR'],
  ['en', 'en-IN', 'Rs 2,50,000/- only', '250000.00 INR'],
  ['en', 'en-IN', 'rs 500 only', '500.00 INR'],
  ['en', 'en-IN', '₹2.5L', '250000.00 INR'],
  ['en', 'en-IN', 'rs 2.25 cr', '22500000.00 INR'],
  ['en', 'en-IN', 'Rs. 2.5 lakh/-', '250000.00 INR'],
  ['en', 'en-IN', 'one and a half lakh rupees', '150000.00 INR'],
  ['en', 'en-IN', 'rs 1 lakh 25k', '125000.00 INR'],
  ['en', 'en-IN', '1 lakh and 25k rupees', '125000.00 INR'],
  ['en', 'en-IN', 'half lakh rupees', '50000.00 INR'],
  ['en', 'en-IN', 'rs half a crore', '5000000.00 INR'],
  ['en', 'en-US', 'half a million dollars', '500000.00 USD'],
  ['es', 'es-AR', '5mil500 pesos', '5500.00 ARS'],
  ['es', 'es-AR', '$15mil500', '15500.00 ARS'],
  ['es', 'es-AR', '5 mil500 pesos', '5500.00 ARS'],
  ['es', 'es-AR', 'medio millon de pesos', '500000.00 ARS'],
  ['es', 'es-AR', 'un millon 500k pesos', '1500000.00 ARS'],
  ['pt-BR', 'pt-BR', '5mil500 reais', '5500.00 BRL'],
  ['pt-BR', 'pt-BR', 'r$ 5mil e 500', '5500.00 BRL'],
  ['pt-BR', 'pt-BR', 'meio milhão de reais', '500000.00 BRL'],
  // Two thousand and five, or two and a half thousand; and of a million nobody knows what.
  ['es', 'es-AR', '2mil5 pesos', undefined],
  ['es', 'es-AR', '2mil50 pesos', undefined],
  ['es', 'es-AR', '1millon500 pesos', undefined],
  ['en', 'en-IN', '3 25k rupees', undefined],
  // Two and a half, or fifty more.
  ['en', 'en-IN', 'rs 2 lakh 50', undefined],
  ['en', 'en-IN', '₹1,500', '1500.00 INR'],
  ['en', 'en-US', '$2.5L', undefined],
  ['en', 'en-US', '$5 grand', '5000.00 USD'],
  ['en', 'en-GB', '50p', '0.50 GBP'],
  ['en', 'en-GB', 'fifty pence', '0.50 GBP'],
  // Of nobody knows which currency.
  ['en', 'en-GB', 'a fiver', undefined],
  ['en', 'en-NG', '2.5m naira', '2500000.00 NGN'],
  ['en', 'en-US', '$5 m', '5000000.00 USD'],
  ['es', 'es-MX', '3 mil y medio pesos', '3500.00 MXN'],
  ['es', 'es-MX', 'dos mil y medio de pesos', '2500.00 MXN'],
  ['pt-BR', 'pt-BR', '3 mil e meio de reais', '3500.00 BRL'],
  ['en', 'en-PK', 'rs 500/=', '500.00 PKR'],
  ['en', 'en-US', 'rs 500', '500 rs'],
  ['en', 'en-KE', '500 shillings', '500.00 KES'],
  ['en', 'en-NG', '20k naira', '20000.00 NGN'],
  ['pt-BR', 'pt-BR', 'rs50', '50.00 BRL'],
  ['pt-BR', 'pt-BR', '1,5 milhão de reais', '1500000.00 BRL'],
])('in %s as it is spoken in %s, “%s” with no currency wanted is %s', (code, region, said, money) => {
  const language = compileLanguage(languages(code).locale, [], spokenAt(region))
  expect(wholeSum(said, language)).toBe(money)
})

test.each([
  ['a fiver', '5.00 GBP'],
  ['fiver', '5.00 GBP'],
  ['two tenners', '20.00 GBP'],
  ['3 fivers', '15.00 GBP'],
])('where pounds are wanted “%s” is %s', (said, money) => {
  const { text } = foldText(said)
  const found = moneyAt(text, 0, 'GBP', compileLanguage(languages('en').locale, [], spokenAt('en-GB')))
  expect(found.find(({ end }) => end === text.length)?.value).toBe(money)
})

test('pence are of pounds alone', () => {
  const language = compileLanguage(languages('en').locale, [], spokenAt('en-GB'))
  expect(moneyAt('50p', 0, 'EUR', language).map(({ value }) => value)).not.toContain('0.50 EUR')
})
