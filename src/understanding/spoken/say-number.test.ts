import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNumberWords } from '../values/number-words.ts'
import { sayNumber } from './say-number.ts'
import type { Spoken } from './spoken.ts'

/** Every text that a tree can be. */
function textsOf(said: Spoken): readonly string[] {
  if (typeof said === 'string') return [said]
  if ('any' in said) return said.any.flatMap(textsOf)
  if ('maybe' in said) return ['', ...textsOf(said.maybe)]
  if (!('all' in said)) return []
  return said.all
    .map(textsOf)
    .reduce((texts, more) => texts.flatMap((text) => more.map((each) => `${text} ${each}`.trim())), [''])
}

describe('sayNumber()', () => {
  test.each([
    ['204', ['two hundred and four', 'two hundred four', 'two zero four', 'two oh four']],
    ['12', ['twelve', 'one two']],
    ['1042', ['one thousand and forty two', 'ten forty two']],
    ['0', ['zero']],
  ])('%s is said as one number, digit by digit or in pairs', (digits, ways) => {
    const said = sayNumber(digits)
    expect(said === null ? [] : textsOf(said)).toEqual(expect.arrayContaining(ways))
  })

  test.each(['', 'two', '12345', '007', '1.5', '12b'])('%j is no such number', (text) => {
    expect(sayNumber(text)).toBeNull()
  })

  test('never says another number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), (number) => {
        const said = sayNumber(String(number))
        for (const text of said === null ? [] : textsOf(said))
          expect([text, parseNumberWords(text.split(' '), 'en')]).toEqual([text, String(number)])
      }),
    )
  })
})
