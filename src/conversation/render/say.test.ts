import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Locale } from '../../catalogue/catalogue.ts'
import { format, say, unfilledIn } from './say.ts'

const locale: Locale = {
  language: 'en',
  region: 'en-US',
  words: {},
  rules: {},
  skipWords: [],
  messages: { hello: 'Hello {name}' },
  menus: {},
  commands: {},
  entities: {},
}

describe('say()', () => {
  test('throws over a value that is not given: its texts are not those of a catalogue', () => {
    expect(say(locale, 'hello', { name: 'Ana' })).toBe('Hello Ana')
    expect(() => say(locale, 'hello')).toThrow('name')
  })
})

test.each([
  ['Booked for 8:05\u202Fp.\u00A0m..', 'Booked for 8:05\u202Fp.\u00A0m.'],
  ['Until 8:05 a.m.. Then it is closed.', 'Until 8:05 a.m. Then it is closed.'],
  ['At 8:05 p.m.…', 'At 8:05 p.m.…'],
  ['8:05 p.m... and so on', '8:05 p.m... and so on'],
  ['../a.md..', '../a.md..'],
])('a sentence that ends with a time of day ends once: %s', (text, expected) => {
  expect(format(locale, text, {})).toBe(expected)
  expect(say({ ...locale, messages: { it: text } }, 'it')).toBe(expected)
})

describe('format()', () => {
  test.each([
    ['Sold {out_qty} of {item}', 'Sold  of soap'],
    ['Sold {out_qty, number} of {item}', 'Sold  of soap'],
    ['{out_qty, plural, one {# piece} other {# pieces}} of {item}', ' of soap'],
    ['{out_at, date, ::yMMMM} {item}', ' soap'],
    ['{out_kind, select, big {a big} other {a}} {item}{out_x, select, yes {} other { of {out_name}}}', 'a soap of '],
    ['{item, select, soap {{item}{out_left, plural, other { (# left)}}} other {}}', 'soap'],
    ['{empty, number}{empty, plural, other {# left}}{empty, date} {item}', ' soap'],
    ['{item, number} {item, plural, other {# left}} {item, date}', 'soap soap soap'],
    ['{two, plural, one {# piece} other {# pieces {out_qty}}}', '2 pieces '],
    ['{constructor}{toString, select, other {{item}}}', 'soap'],
    ['<b>{item}</b> {two, number}', '<b>soap</b> 2'],
  ])('shows what is not there as nothing: %s', (text, expected) => {
    expect(format(locale, text, { item: 'soap', empty: '', two: '2' })).toBe(expected)
  })

  test.each([
    [{ empty: '' }, 'Rent'],
    [{}, 'Rent'],
    [{ empty: '200' }, 'Rent with 200'],
    // Whoever writes that has written something.
    [{ empty: 'null' }, 'Rent with null'],
  ])('says of what is not there what a select has for null: %j', (params, expected) => {
    const written = '{empty, select, null {} other { with {empty}}}'
    expect(format(locale, `Rent${written}`, params)).toBe(expected)
    expect(format(locale, `{two, plural, other {Rent${written}}}`, { ...params, two: 2 })).toBe(expected)
    expect(unfilledIn(locale, written, params)).toEqual('empty' in params ? [] : ['empty'])
  })

  test('throws over no value', () => {
    const names = ['a', 'b', 'constructor']
    const part = fc.oneof(
      fc.constantFrom('x ', ...names.map((name) => `{${name}}`)),
      fc
        .tuple(
          fc.constantFrom(...names),
          fc.constantFrom('number', 'number, ::currency/nope', 'date', 'time', 'date, ::yMMMM'),
        )
        .map(([name, style]) => `{${name}, ${style}}`),
      fc.constantFrom(...names).map((name) => `{${name}, plural, =0 {none} other {# {b}}}`),
      fc.constantFrom(...names).map((name) => `{${name}, select, yes {{a}} other {{b, number}}}`),
    )
    const value = fc.oneof(fc.string(), fc.double(), fc.constantFrom('yes', '', '0', '1e300'))
    fc.assert(
      fc.property(fc.array(part), fc.dictionary(fc.constantFrom('a', 'b'), value), (parts, params) => {
        expect(typeof format(locale, parts.join(''), params)).toBe('string')
      }),
    )
  })
})

test('unfilledIn() names what a text would show with these values, and is not there', () => {
  const text = '{count, plural, =0 {Nothing} other {{out_name}: {out_qty}}}{kind, select, a {{out_a}} other {{out_b}}}'
  const names = (params: Record<string, string | number>) => unfilledIn(locale, text, { kind: 'a', ...params })
  expect(names({ count: 0, out_a: '' })).toEqual([])
  expect(names({ count: 2, out_name: 'soap' })).toEqual(['out_qty', 'out_a'])
  expect(names({ out_a: '', out_name: '', out_qty: '' })).toEqual(['count'])
})
