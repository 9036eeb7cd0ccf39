import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { dateFormat, moneyFormat } from './formats.ts'
import { localeOf } from './locale-of.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['es', '+525550000003', '$2,300.00', 'USD 2,300.00'],
  ['es', '+5491150000003', 'MXN 2.300,00', 'US$ 2.300,00'],
  // Whose country speaks another language, and who say what they speak.
  ['es', '+12125550003', 'MXN 2.300,00', 'US$ 2.300,00'],
  ['es-MX', '+12125550003', '$2,300.00', 'USD 2,300.00'],
  ['en', '+447700900003', 'MX$2,300.00', 'US$2,300.00'],
  ['pt-BR', '+5511990000003', 'MX$ 2.300,00', 'US$ 2.300,00'],
])('somebody who speaks %s, with the number %s, reads %s and %s', (language, phone, pesos, dollars) => {
  const { region } = localeOf(catalogue, { language, phone })
  const shown = ['MXN', 'USD'].map((currency) => moneyFormat(region, currency).format(2300).replaceAll('\u00A0', ' '))
  expect(shown).toEqual([pesos, dollars])
})

test.each([
  ['+447700900003', '28/11/2026'],
  ['+12125550003', '11/28/2026'],
])('a day in English is written as in the country of %s: %s', (phone, shown) => {
  const { region } = localeOf(catalogue, { language: 'en', phone })
  expect(dateFormat(region, { timeZone: 'UTC' }).format(new Date('2026-11-28T12:00:00Z'))).toBe(shown)
})

test('in India figures are parted as there', () => {
  const { region } = localeOf(catalogue, { language: 'en', phone: '+919812345678' })
  expect(moneyFormat(region, 'INR').format(250_000)).toBe('₹2,50,000.00')
})

test('the texts are those of the language, and the locale is the same one each time', () => {
  const [locale, again] = [1, 2].map(() => localeOf(catalogue, { language: 'es', phone: '+525550000003' }))
  expect(again).toBe(locale)
  expect(locale).toEqual({ ...catalogue.locales.get('es'), region: 'es-MX' })
})
