import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { showBefore, showExact, showText, showValue } from './show-value.ts'

test('what stands behind a value that is cut is not', () => {
  expect(showBefore('a'.repeat(100), ' #K7Q2M')).toBe(`${'a'.repeat(72)}… #K7Q2M`)
  expect(showBefore('short', ' #K7Q2M')).toBe('short #K7Q2M')
})

describe('what decides which thing is meant', () => {
  test.each([
    ['stars', 'report.txt', 're*port.txt'],
    ['letters that show nothing', 'report.txt', 'report\u3164.txt'],
    ['joiners', 'invoice.txt', 'in\u034Fvoice.txt'],
    ['blanks', 'a b.txt', 'a  b.txt'],
    ['blanks of other widths', 'a b.txt', 'a\u00A0b.txt'],
    ['blanks at the end', 'a.txt', 'a.txt '],
    ['what begins italics', 'a.txt', '_a.txt_'],
    ['marks that are parted from a letter', 'a.txt', 'a\u200D.txt'],
    ['folders behind many others', `${'x/'.repeat(50)}draft.txt`, `${'x/'.repeat(50)}final.txt`],
    [
      'the middle of what is very long',
      `${'x'.repeat(300)}a${'x'.repeat(300)}`,
      `${'x'.repeat(300)}b${'x'.repeat(300)}`,
    ],
  ])('is not shown like another: %s', (_what, one, other) => {
    expect(showExact(one)).not.toBe(showExact(other))
  })

  test('is one line without formatting, and of a length that leaves room for what the bot says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const shown = showExact(text)
        expect(shown).not.toMatch(/[\n\r*~`]|\p{Default_Ignorable_Code_Point}/u)
        expect(Array.from(shown).length).toBeLessThanOrEqual(200)
      }),
    )
  })

  test('is shown as it is where nothing of it hides', () => {
    expect(showExact('Relatório_2026/março (v2).txt')).toBe('Relatório_2026/março (v2).txt')
    expect(showExact('+5511990000001')).toBe('+5511990000001')
  })
})

describe('marks on a letter', () => {
  const stack = `Maria${'\u0363'.repeat(70)} Souza`

  test('are so few that they cover no line around it', () => {
    expect(showValue(stack)).toBe(`Maria${'\u0363'.repeat(3)} Souza`)
    expect(showText(stack)).toBe(showValue(stack))
    expect(showExact(stack)).toBe(`Maria${'\u0363'.repeat(3)}${'\uFFFD'.repeat(67)} Souza`)
    expect(showValue(`a${'\u0363\u200b'.repeat(70)}`)).toBe(`a${'\u0363'.repeat(3)}`)
  })

  test.each(['क्षत्रियों', 'ที่นี่', 'Việt', 'שָׁלוֹם', 'مُحَمَّدٌ', 'မျှော်', 'လျှောက်', 'བསྒྲུབས'])(
    'are all there where they belong to a word: %s',
    (word) => {
      expect(showValue(word)).toBe(word.normalize('NFC'))
      expect(showExact(word)).toBe(word.normalize('NFC'))
    },
  )

  test('are never more in a row, whatever is shown', () => {
    const unit = fc.constantFrom('a', ' ', '\u0363', '\u0301', '\u0e34', '\u200d', '\u034f', '*')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 100 }), (text) => {
        for (const shown of [showValue(text), showText(text), showExact(text)]) expect(shown).not.toMatch(/\p{M}{4}/u)
      }),
    )
  })
})
