import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFixtureReader, fixtureSkipWords, fixtureWords } from '../testing/conversation/understanding-fixture.ts'
import type { Expectation } from './expectation.ts'

const read = createFixtureReader()
const expectations: readonly Expectation[] = [
  { kind: 'nothing' },
  { kind: 'choice', count: 3 },
  { kind: 'confirmation', method: 'yes', phrase: null },
  { kind: 'confirmation', method: 'token', phrase: null },
  { kind: 'confirmation', method: 'phrase', phrase: 'cancel order 204' },
  { kind: 'value', type: 'text' },
  { kind: 'value', type: 'id' },
  { kind: 'value', type: 'decimal' },
  { kind: 'value', type: 'choice' },
  { kind: 'value', type: 'boolean' },
]
const expectation = fc.constantFrom(...expectations)

/** Texts near the border: the words that mean something, codes, marks, and noise. */
const pieces = fc.oneof(
  fc.constantFrom(...Object.values(fixtureWords).flat(), ...fixtureSkipWords),
  fc.constantFrom(
    'CONFIRM',
    'confirm',
    'c9f2',
    'C9F2',
    'UNDO',
    '#K7Q2M',
    '204',
    'order',
    'cancel order 204',
    'CANCEL_ORDER',
    'id=204',
  ),
  fc.constantFrom(' ', '\n', ',', '.', '!', '"', "'", '“', '*', '_', ';', '👍', '\u200b', '\ud83d', '0', 'é'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
)

describe('what a text can never be', () => {
  test('no text but "CONFIRM <token>", politely at most, or a number in its place or the bare token, perhaps after a yes, while one is awaited, is a token', () => {
    const agreements = fixtureWords.yes.toSorted((a, b) => b.length - a.length).join('|')
    const polite = fixtureSkipWords.toSorted((a, b) => b.length - a.length).join('|')
    const politeness = new RegExp(
      `^(?:[^\\p{L}\\p{N}]*(?:${polite})[^\\p{L}\\p{N}]+)+|(?:[^\\p{L}\\p{N}]+(?:${polite}))*[^\\p{L}\\p{N}]*$`,
      'giu',
    )
    fc.assert(
      fc.property(hostile, expectation, (text, awaited) => {
        const reading = read(text, awaited)
        if (reading.kind !== 'token') return
        const bare = awaited.kind === 'confirmation' && awaited.method === 'token'
        const shape = new RegExp(
          `^[^\\p{L}\\p{N}]*(?:(?:${agreements})[^\\p{L}\\p{N}]+)?(?<verb>confirm[^\\p{L}\\p{N}]+)?(?<code>[\\p{L}\\p{N}]{4,8}|\\d+)[^\\p{L}\\p{N}]*$`,
          'iu',
        ).exec(plain(text).replaceAll(politeness, ''))
        expect(shape?.groups?.['code']?.toUpperCase()).toBe(reading.token)
        const { verb, code = '' } = shape?.groups ?? {}
        expect(verb === undefined ? bare && !/^\d+$/.test(code) : bare || code.length >= 4).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('no text but words of yes, politeness aside, is a yes', () => {
    const known = [...fixtureWords.yes, ...fixtureSkipWords].toSorted((a, b) => b.length - a.length)
    const words = fc.constantFrom(
      ...fixtureWords.yes,
      ...fixtureSkipWords,
      'not',
      'no',
      '204',
      'order',
      'but',
      'confirm',
      'maybe',
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (said) => {
        const text = said.join(' ')
        const left = known
          .reduce((rest, word) => rest.replaceAll(new RegExp(`(?<=^| )${word}(?= |$)`, 'gu'), ''), text)
          .trim()
        const agrees = left === '' && said.some((word) => fixtureWords.yes.some((yes) => yes === word && yes !== '👍'))
        const awaited = { kind: 'confirmation', method: 'yes', phrase: null } as const
        const reading = read(text, awaited)
        // What begins with a no and goes on with a yes is asked about.
        const isDoubtful = reading.kind === 'yes' && reading.doubt !== undefined
        expect(reading.kind === 'yes' && !isDoubtful).toBe(agrees || text === '👍')
        expect(isDoubtful && !text.includes('no')).toBe(false)
      }),
    )
    fc.assert(
      fc.property(hostile, expectation, (text, awaited) => {
        if (read(text, awaited).kind !== 'yes') return
        expect(text.toLowerCase().normalize('NFKD')).toMatch(/yes|y|ok|sure|go|do|yep|👍/u)
      }),
      { numRuns: 500 },
    )
  })

  test('a phrase is read only while it is awaited', () => {
    fc.assert(
      fc.property(hostile, expectation, (text, awaited) => {
        if (read(text, awaited).kind !== 'phrase') return
        expect(awaited).toMatchObject({ method: 'phrase' })
        expect(text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')).toBe('cancelorder204')
      }),
      { numRuns: 500 },
    )
  })
})

describe('explicit tokens', () => {
  const blanks = fc.stringMatching(/^[ \t\n]{0,3}$/)
  const gap = fc.stringMatching(/^[ \t\n]{1,3}$/)

  test('read the same in any case and spacing, with any end', () => {
    const end = fc.constantFrom('', '.', '!', ';', ' please', '\n')
    fc.assert(
      fc.property(
        anyCase('refund_order'),
        anyCase('id'),
        anyCase('amount'),
        fc.tuple(blanks, gap, blanks, blanks, gap),
        end,
        (token, id, amount, s, tail) => {
          const text = `${s[0]}${token}${s[1]}${id}${s[2]}=${s[3]}205${s[4]}${amount}=10${tail}`
          expect(read(text)).toEqual({
            kind: 'wishes',
            wishes: [{ command: 'REFUND_ORDER', args: { id: '205', amount: '10' }, source: 'token' }],
          })
        },
      ),
    )
  })

  test('give any quoted text back verbatim', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.constantFrom('"', "'"), expectation, (value, quote, awaited) => {
        const escaped = value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
        expect(read(`ADD_NOTE id=204 text=${quote}${escaped}${quote}`, awaited)).toEqual({
          kind: 'wishes',
          wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: value }, source: 'token' }],
        })
      }),
      { numRuns: 300 },
    )
  })
})

describe('any text', () => {
  test('gives a reading, never an error', () => {
    fc.assert(
      fc.property(hostile, expectation, (text, awaited) => {
        expect(read(text, awaited)).toHaveProperty('kind')
      }),
      { numRuns: 1_000 },
    )
  })

  const long = [
    '(',
    '"',
    '“',
    "'",
    '*',
    '_',
    '\\',
    '\ud83d',
    '👍',
    'and ',
    'no ',
    'yes ',
    "don't ",
    'please ',
    'a ',
    'two ',
    'one hundred ',
    '1,',
    '1,e?',
    '$',
    ';',
    '\n',
    'ADD_NOTE id=204 text="',
    'cancel order 204 and ',
    'note on order 204 ',
    'cancel the order of ',
    '\u0301',
    'x=',
  ]
  // A bound on the work and no measurement (`bench/sentences.ts`): time of this thread, a hundred times what it takes.
  test.each(long)('is read in bounded time when it is 10 kB, or 500 characters, of %j', (piece) => {
    for (const text of [piece.repeat(10_000 / piece.length), piece.repeat(500 / piece.length)]) {
      for (const awaited of expectations) {
        const { user } = process.threadCpuUsage()
        expect(read(text, awaited)).toHaveProperty('kind')
        expect((process.threadCpuUsage().user - user) / 1e6).toBeLessThan(2)
      }
    }
  })
})

/** Invisible characters and marks are no part of what a person reads. */
function plain(text: string): string {
  // Some of them would become letters.
  const words = text.replaceAll(/\p{Extended_Pictographic}/gu, ' ')
  return words.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\p{Cc}\p{Cs}]/gu, (char) => (/\s/.test(char) ? ' ' : ''))
}

function anyCase(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      Array.from(text, (char, at) => (upper[at] === true ? char.toUpperCase() : char.toLowerCase())).join(''),
    )
}
