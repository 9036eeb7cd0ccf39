import { describe, expect, test } from 'vitest'
import { foldText, isPause, originalBetween } from './fold-text.ts'

describe('foldText()', () => {
  test.each([
    ['  Cancel   ÓRDER\n204!! ', 'cancel order 204'],
    ['don’t', "don't"],
    ['¿Cómo está?', 'como esta'],
    ['*CONFIRM* _c9f2_', 'confirm c9f2'],
    ['no,205', 'no 205'],
    ['1,200.50 12:30 notes.txt', '1,200.50 12:30 notes.txt'],
    ['-5 .5 - 5', '-5 .5 5'],
    ['-$10 -R$ 5 - $5 a-$5', '-$10 -r$ 5 $5 a-$5'],
    ['twenty-one AB-12', 'twenty one ab-12'],
    ['ok👍🏽go 👨‍👩‍👧 2️⃣ 🇧🇷', 'ok go 2'],
    ['ｃ９ｆ２ c\u200b9\u202ef2', 'c9f2 c9f2'],
    ['#204 (paid)', '204 paid'],
    ['Rs.500/- and 2,50,000/=. 20 /-', 'rs.500 and 2,50,000 20'],
    ['and/or S/ 50', 'and/or s/ 50'],
    ['٢٠٤ ۲۰۴ २०४ ໒໐໔ ２０４ 𝟚𝟘𝟜 𝟸𝟶𝟺', '204 204 204 204 204 204 204'],
    ['\ud83d ((((', ''],
    ['Cancel 5\u212a', 'cancel 5k'],
  ])('%j is compared as %j', (text, folded) => {
    expect(foldText(text).text).toBe(folded)
  })
})

describe('originalBetween()', () => {
  test('gives the words back as they were written, marks and emoji included', () => {
    expect(between('Note on 204: 😡 Call (MARÍA)!!', 'call')).toBe('😡 Call (MARÍA)!!')
  })

  test('leaves the separators before and after a piece in the middle behind', () => {
    expect(between('put: “Call now”, as a note', 'call', 'as a')).toBe('Call now')
  })

  test('keeps the sign of a number', () => {
    expect(between('note: -5 kg', '-5')).toBe('-5 kg')
  })
})

function between(text: string, from: string, to = ''): string {
  const folded = foldText(text)
  const end = to === '' ? folded.text.length : folded.text.indexOf(to)
  return originalBetween(folded, folded.text.indexOf(from), end)
}

test.each([
  ['-', false],
  ['‑', false],
  [' ', false],
  [' - ', true],
  ['–', true],
  [', ', true],
])('“%s” between two words parts them: %s', (gap, parts) => {
  expect(isPause(gap)).toBe(parts)
})
