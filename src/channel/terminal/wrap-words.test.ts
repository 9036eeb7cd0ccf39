import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapWords } from './wrap-words.ts'

describe('wrapWords()', () => {
  test('breaks between words, and leaves what fits and what cannot be broken', () => {
    expect(wrapWords('the order is cancelled\nand done', 12)).toBe('the order is\ncancelled\nand done')
    expect(wrapWords('see https://example.org/a/long/way now', 10)).toBe('see\nhttps://example.org/a/long/way\nnow')
  })

  test('what goes on below stands under its words, also in lists and columns', () => {
    expect(wrapWords('• cancel an order and say why', 16)).toBe('• cancel an\n  order and say\n  why')
    expect(wrapWords('12. Pedro Alves, paid', 12)).toBe('12. Pedro\n    Alves,\n    paid')
    expect(wrapWords('   a b c d', 6)).toBe('   a b\n   c d')
    expect(wrapWords('Reply  CONFIRM A6XZ  to go on', 21)).toBe('Reply  CONFIRM A6XZ\nto go on')
  })

  test('what is drawn twice as wide takes twice the room', () => {
    expect(wrapWords('✅ order 204 done', 15)).toBe('✅ order 204\ndone')
    expect(wrapWords('⚠️ 日本 ok', 9)).toBe('⚠️ 日本\nok')
  })

  test('colours take no room', () => {
    expect(wrapWords('\u001B[1mbold words\u001B[22m fit', 14)).toBe('\u001B[1mbold words\u001B[22m fit')
  })

  test('never loses or adds a word, and never makes a line too wide that could be broken', () => {
    const words = fc.array(fc.stringMatching(/^[a-zç]{1,9}$/u), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(words, fc.integer({ min: 9, max: 40 }), (given, columns) => {
        const wrapped = wrapWords(given.join(' '), columns)
        expect(wrapped.split(/[ \n]/u)).toEqual(given)
        expect(Math.max(...wrapped.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
