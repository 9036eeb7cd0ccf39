import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmountWords, parseNumberWords } from './number-words.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The other direction, written independently of the parser's tables. */
function say(n: number, and: string): string {
  if (n < 20) return small.split(' ')[n] ?? ''
  if (n < 100) return n % 10 === 0 ? (tens[n / 10] ?? '') : `${tens[Math.floor(n / 10)]} ${say(n % 10, and)}`
  for (const [size, name] of [
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (n < size) continue
    const rest = n % size
    return `${say(Math.floor(n / size), and)} ${name}${rest === 0 ? '' : `${rest < 100 ? and : ' '}${say(rest, and)}`}`
  }
  return ''
}

describe('parseNumberWords()', () => {
  test.each([
    ['two hundred and five', '205'],
    ['two hundred five', '205'],
    ['two oh six', '206'],
    ['two zero four', '204'],
    ['twenty one', '21'],
    ['a hundred', '100'],
    ['hundred and one', '101'],
    ['twelve hundred', '1200'],
    ['one thousand two hundred', '1200'],
    ['a thousand and one', '1001'],
    ['nineteen ninety', '1990'],
    ['twenty twenty four', '2024'],
    ['one twenty three', '123'],
    ['2 0 4', '204'],
    ['2 hundred and five', '205'],
    ['5 thousand', '5000'],
    ['zero', '0'],
    ['204', '204'],
    ['007', '7'],
  ])('%s is %s', (words, value) => {
    expect(parseNumberWords(words.split(' '), 'en')).toBe(value)
  })

  test.each([
    '',
    'and',
    'two and',
    'and two',
    'two and five',
    'a',
    'oh',
    'oh two',
    'hundred hundred',
    'two hundred five hundred',
    'thousand million',
    'twenty ten hundred five thousand',
    '20 4',
    '204 205',
    'five cats',
    'constructor',
    '__proto__ one',
    'one thousand million',
    'one thousand twelve hundred',
    'a a hundred',
    '1234567890',
    'one two three four five six seven eight nine one',
  ])('%j is no number', (words) => {
    expect(parseNumberWords(words === '' ? [] : words.split(' '), 'en')).toBeNull()
  })

  test('reads every number up to 999 999 999 as it is said on either side of the Atlantic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(' and ', ' '), (n, and) => {
        expect(parseNumberWords(say(n, and).split(' '), 'en')).toBe(String(n))
      }),
    )
  })

  test('reads digits alone in a language without a table', () => {
    expect(parseNumberWords(['204'], 'xx')).toBe('204')
    expect(parseNumberWords(['two'], 'xx')).toBeNull()
  })

  test('uses the table of the language for its regions', () => {
    expect(parseNumberWords(['two'], 'en-GB')).toBe('2')
  })
})

describe('parseAmountWords()', () => {
  test.each([
    ['ten', '10'],
    ['ten point five', '10.5'],
    ['one hundred point oh five', '100.05'],
  ])('%s is %s', (words, value) => {
    expect(parseAmountWords(words.split(' '), 'en')).toBe(value)
  })

  test.each(['ten fifty', 'two oh six', 'ten point', 'point five', 'ten point fifty'])(
    'does not guess at %j',
    (words) => {
      expect(parseAmountWords(words.split(' '), 'en')).toBeNull()
    },
  )
})
