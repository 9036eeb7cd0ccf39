import { expect, test } from 'vitest'
import { groupMarkOf, isTwoNumbers, parseDecimal } from './decimal.ts'

test.each([
  ['10', 'en-US', '10'],
  ['10.00', 'en-US', '10.00'],
  ['10,50', 'en-US', '10.50'],
  ['1,200', 'en-US', '1200'],
  ['1.200', 'en-US', '1.200'],
  ['1.200', 'pt-BR', '1200'],
  ['1,200', 'pt-BR', '1.200'],
  ['1,234.50', 'pt-BR', '1234.50'],
  ['1.234,50', 'en-US', '1234.50'],
  ['1,234,567', 'en-US', '1234567'],
  ['12,34,567', 'en-IN', '1234567'],
  ['2,50,000.50', 'en-IN', '250000.50'],
  ['.5', 'en-US', '0.5'],
  ['-3', 'en-US', '-3'],
])('parseDecimal() reads %s in %s as %s', (text, region, value) => {
  expect(parseDecimal(text, groupMarkOf(region))).toBe(value)
})

test.each(['', '.', '1.', '12,34,56', '1,23.456.789', '1..2', 'ten', '1e5', '1,2345,678.5'])(
  'parseDecimal() refuses %j',
  (text) => {
    expect(parseDecimal(text, ',')).toBeNull()
  },
)

test.each(['1.000', '1,000', '12,500', '-999.125'])('%s may be two numbers', (text) =>
  expect(isTwoNumbers(text)).toBe(true),
)

test.each(['1000', '0.500', '1.00', '1.0000', '1234.567', '1,000.50', '1.000.000', '.125'])('%s is one', (text) =>
  expect(isTwoNumbers(text)).toBe(false),
)
