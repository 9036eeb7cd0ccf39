import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { jsonText, type JsonObject } from '../json.ts'
import { normaliseArgument } from './normalise-argument.ts'

function parameter(type: Parameter['type'], schema: JsonObject = {}): Parameter {
  return { name: 'value', kind: 'scalar', required: true, type, schema, entity: null }
}

const id = parameter('id', { type: 'string', pattern: '^[0-9]{1,10}$' })
const amount = parameter('decimal', { type: 'number', exclusiveMinimum: 0, maximum: 1000, multipleOf: 0.01 })
const decimal = parameter('decimal', { type: 'number' })
const count = parameter('integer', { type: 'integer', minimum: 2, exclusiveMaximum: 10 })
const choice = parameter('choice', { type: 'string', enum: ['paid', 'On Hold'] })
const flag = parameter('boolean', { type: 'boolean' })
const text = parameter('text', { type: 'string', maxLength: 10 })
const freeText = parameter('text', { type: 'string' })
const anyId = parameter('id', { type: 'string' })
const phone = parameter('phone', { type: 'string' })
const somebody: Parameter = { ...phone, kind: 'entity-ref', entity: 'person' }
const date = parameter('date', { type: 'string' })
const month = parameter('month', { type: 'string' })
const time = parameter('time', { type: 'string' })
const moment = parameter('datetime', { type: 'string' })
const email = parameter('email', { type: 'string', maxLength: 40 })
const file = parameter('file', { type: 'string' })
const percent = parameter('percent', { type: 'number', maximum: 100 })
const ordinal = parameter('ordinal', { type: 'integer', minimum: 1 })
const money = parameter('money', { type: 'number', exclusiveMinimum: 0, maximum: 1000 })
const reais = parameter('money', { type: 'number', currency: 'BRL' })
const ofOrder = parameter('money', { type: 'number', currency: 'order.currency', exclusiveMinimum: 0 })
const all = [
  date,
  month,
  time,
  moment,
  email,
  file,
  percent,
  ordinal,
  money,
  ofOrder,
  reais,
  phone,
  somebody,
  id,
  amount,
  decimal,
  count,
  choice,
  flag,
  text,
  freeText,
  anyId,
]

const readCents = (cents: number) => normaliseArgument(amount, (cents / 100).toFixed(2))

describe('normaliseArgument()', () => {
  test.each([
    [id, ' 204 ', '204'],
    [id, '#204', '204'],
    [id, '# 204', '204'],
    [id, '##204', '204'],
    [amount, '10', 10],
    [amount, '10.00', 10],
    [amount, '0010.50', 10.5],
    [amount, '0.07', 0.07],
    [amount, '0.500', 0.5],
    [decimal, '1,234.56', 1234.56],
    [decimal, '-0', 0],
    [decimal, '0.000001', 0.000001],
    [choice, 'PAID', 'paid'],
    [choice, ' on  hold', 'On Hold'],
    [flag, 'Yes', true],
    [flag, '0', false],
    [text, ' a \n\t b\u00a0c ', 'a b c'],
    [text, 'Joa\u0303o', 'João'],
    [phone, '+55 (11) 99000-0001', '+5511990000001'],
    [phone, '+55 (0) 11 99000-0001', '+5511990000001'],
    [date, ' 2028-02-29', '2028-02-29'],
    [month, '2026-11', '2026-11'],
    [time, '20:30', '20:30'],
    [moment, '2026-11-22T20:30:00-03:00', '2026-11-22T20:30:00-03:00'],
    [email, 'Ana@Example.COM', 'Ana@example.com'],
    [file, 'docs/Notes 1.txt', 'docs/Notes 1.txt'],
    [percent, '12.50', 12.5],
    [ordinal, '2', 2],
    [money, '50.00 USD', '50.00 USD'],
    [money, '500 CLP', '500 CLP'],
    [reais, '50', '50.00 BRL'],
    [reais, '050.5', '50.50 BRL'],
    [phone, '00 55 11 99000\u20110001', '+5511990000001'],
    [somebody, '+55 11 99000 0001', '+5511990000001'],
    [somebody, '(11) 99000-0001', '11990000001'],
    [somebody, '+54111523456789', '+54111523456789'],
    [somebody, '+5215512345678', '+5215512345678'],
    [phone, '+52 1 55 1234 5678', '+5215512345678'],
  ])('reads %j %j as %j', (known, raw, value) => {
    expect(normaliseArgument(known, raw)).toEqual({ kind: 'value', value })
  })

  test.each([
    [text, '  ', 'empty', undefined],
    [phone, '11 99000-0001', 'format', undefined],
    [phone, '+55 11 99000', 'format', undefined],
    [date, '2026-02-29', 'not_a_date', '2026-02-29'],
    [date, 'tomorrow', 'not_a_date', 'tomorrow'],
    [date, '2026-2-3', 'not_a_date', '2026-2-3'],
    [date, '2026-02-28T17:00', 'day_alone', undefined],
    [date, '2026-02-29T17:00', 'not_a_date', '2026-02-29T17:00'],
    [month, '2026-13', 'not_a_month', undefined],
    [time, '24:00', 'not_a_time', undefined],
    [time, '8:30', 'not_a_time', undefined],
    [moment, '2026-11-22T20:30', 'not_a_moment', '2026-11-22T20:30'],
    [moment, '2026-11-31T20:30:00-03:00', 'not_a_moment', '2026-11-31T20:30:00-03:00'],
    [email, 'ana@example', 'format', undefined],
    [email, `${'a'.repeat(50)}@example.com`, 'too_long', '40'],
    [file, '../notes.txt', 'format', undefined],
    [percent, '101', 'too_large', '100'],
    [ordinal, '0', 'too_small', '1'],
    [money, '50', 'no_currency', undefined],
    [money, '50 pesos', 'no_currency', undefined],
    [money, 'much', 'not_a_number', undefined],
    [money, '0.00 USD', 'not_above', '0'],
    [money, '1000.01 USD', 'too_large', '1000'],
    [money, '5.5 USD', 'no_currency', undefined],
    [reais, '50.00 USD', 'other_currency', 'BRL'],
    [reais, '0.005', 'too_fine', undefined],
    [reais, '1.2500', 'too_fine', undefined],
    [reais, '1.2500 BRL', 'too_fine', undefined],
    [reais, '0.500', 'too_fine', undefined],
    [reais, '-5', 'not_a_number', undefined],
    [reais, '5 peso', 'other_currency', 'BRL'],
    [ofOrder, '0', 'not_above', '0'],
    [ofOrder, 'much', 'not_a_number', undefined],
    [phone, '+55', 'format', undefined],
    [phone, '0', 'format', undefined],
    [somebody, 'Pedro', 'format', undefined],
    [somebody, 'Pedro 99000-0001', 'format', undefined],
    [somebody, '204', 'format', undefined],
    [anyId, '#', 'empty', undefined],
    [id, '20x', 'format', undefined],
    [count, 'ten', 'not_a_whole_number', undefined],
    [count, '12.5', 'not_a_whole_number', undefined],
    [amount, 'ten', 'not_a_number', undefined],
    [amount, '1e3', 'not_a_number', undefined],
    [amount, '1,23', 'not_a_number', undefined],
    [decimal, '1234567890123456', 'not_a_number', undefined],
    [decimal, '0.0000001', 'too_fine', undefined],
    [amount, '10.0055', 'too_fine', undefined],
    [amount, '1.2500', 'too_fine', undefined],
    [amount, '1234.500', 'too_fine', undefined],
    [amount, '10.005', 'two_numbers', undefined],
    [amount, '1,000', 'two_numbers', undefined],
    [reais, '1.000', 'two_numbers', undefined],
    [amount, '0', 'not_above', '0'],
    [amount, '1000.01', 'too_large', '1000'],
    [count, '1', 'too_small', '2'],
    [count, '10', 'not_below', '10'],
    [choice, 'lost', 'not_a_choice', 'paid, On Hold'],
    [flag, 'maybe', 'not_yes_or_no', undefined],
    [text, 'x'.repeat(11), 'too_long', '10'],
  ])('refuses %j %j as %s', (known, raw, problem, limit) => {
    const found = { kind: 'invalid', problem, ...(limit === undefined ? {} : { limit }) }
    expect(normaliseArgument(known, raw)).toMatchObject(found)
  })

  test.each([
    ['50', 'BRL', '50.00 BRL'],
    ['50.00 BRL', 'BRL', '50.00 BRL'],
    ['50', 'JPY', '50 JPY'],
    ['50 peso', 'MXN', '50.00 MXN'],
    ['50 $', 'MXN', '50.00 MXN'],
    ['50 $', 'CAD', '50.00 CAD'],
    ['50.00 USD', null, '50.00 USD'],
    ['500.00', 'JPY', '500 JPY'],
    ['0.500', 'KWD', '0.500 KWD'],
    // While the order is not known.
    ['50', undefined, 50],
    ['50 peso', undefined, '50 peso'],
    ['50.00 BRL', undefined, '50.00 BRL'],
    ['1.2500', undefined, '1.2500'],
  ])('of an order in its currency: %j in %s is %j', (raw, currency, value) => {
    expect(normaliseArgument(ofOrder, raw, currency)).toEqual({ kind: 'value', value })
  })

  test.each([
    ['50.00 USD', 'BRL', 'other_currency'],
    ['50 peso', 'BRL', 'other_currency'],
    ['50 dollar', 'MXN', 'other_currency'],
    ['50 $', 'EUR', 'other_currency'],
    ['50.5', 'JPY', 'too_fine'],
    ['1.2500', 'BRL', 'too_fine'],
    ['1.2500 BRL', 'BRL', 'too_fine'],
    ['1.2500 $', 'MXN', 'too_fine'],
    ['1.2500 $', 'BRL', 'other_currency'],
    ['0', 'BRL', 'not_above'],
    ['-5', 'BRL', 'not_above'],
    ['1.000', 'BRL', 'two_numbers'],
    ['50', null, 'no_currency'],
    ['50 peso', null, 'no_currency'],
    ['50 peso more', 'MXN', 'not_a_number'],
  ])('of an order in its currency: %j in %s is refused as %s', (raw, currency, problem) => {
    expect(normaliseArgument(ofOrder, raw, currency)).toMatchObject({ kind: 'invalid', problem })
  })

  const spelling = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('#', ' ', '0', '1', '.', ',', '-', 'e', '\u0301', '\u00a0', 'a') }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map((n) => `# ${n}`),
    fc.integer({ min: 0, max: 99_999 }).map((n) => `${(n / 100).toFixed(2)} USD`),
    fc.constantFrom('2026-11-22', '2026-11', '20:30', '2026-11-22T20:30:00-03:00', 'a@b.co', 'x/y.txt'),
  )

  test('is the same when done twice, for every type and text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), spelling, (known, raw) => {
        const once = normaliseArgument(known, raw)
        expect(once.kind === 'value' ? normaliseArgument(known, jsonText(once.value)) : once).toEqual(once)
      }),
      { numRuns: 2000 },
    )
  })

  test('never makes one number of two', () => {
    const cents = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        expect(isDeepStrictEqual(readCents(one), readCents(other))).toBe(one === other)
      }),
    )
  })
})
