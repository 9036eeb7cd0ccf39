import { expect, test } from 'vitest'
import { dateFormat, moneyFormat, numberFormat } from './formats.ts'

test('a format is made once, and another region, currency or time zone has its own', () => {
  const reais = numberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  expect(numberFormat('pt-BR', { style: 'currency', currency: 'BRL' })).toBe(reais)
  expect(reais.format(1234.5)).toBe('R$\u00A01.234,50')
  expect(numberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1234.5)).toBe('$1,234.50')
  const at = new Date('2026-11-21T23:30:00Z')
  const day = (timeZone: string) => dateFormat('en', { day: 'numeric', timeZone }).format(at)
  expect([day('UTC'), day('Asia/Tokyo')]).toEqual(['21', '22'])
})

test.each([
  ['es-AR', 'BRL', 'R$ 50,00'],
  ['es-ES', 'BRL', '50,00 R$'],
  ['pt-BR', 'BRL', 'R$ 50,00'],
  ['en-US', 'BRL', 'R$50.00'],
  // One that others write the same stays with its code.
  ['es-419', 'CLP', 'CLP 50'],
  ['en-US', 'XAU', 'XAU 50.00'],
  // One that would not be read.
  ['es-AR', 'PYG', 'PYG 50'],
])('sums have the sign that is theirs alone: %s, %s', (region, currency, shown) => {
  expect(moneyFormat(region, currency).format(50).replaceAll(/\p{Z}/gu, ' ')).toBe(shown)
})
