import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { compilePhrases, trimPhrases } from './phrases.ts'

const phrases = compilePhrases(['please', 'you', 'would you please', "don't mind", 'so kind'])

/** How often it is asked whether a phrase stands somewhere. */
function looks(text: string): number {
  let count = 0
  trimPhrases(text, { ...phrases, endsAt: (...place) => (count++, phrases.endsAt(...place)) })
  return count
}

/** The same, however long it takes: the phrase that begins first is taken off the end, as long as there is one. */
function trimmedSlowly(text: string) {
  let from = 0
  for (let [end] = phrases.endsAt(text, from); end !== undefined; [end] = phrases.endsAt(text, from))
    from = Math.min(end + 1, text.length)
  let to = text.length
  const starts = [...text.matchAll(/ /gu)].map(({ index }) => index + 1)
  const last = () => starts.find((at) => at > from && at < to && phrases.endsAt(text, at).includes(to))
  for (let start = last(); start !== undefined; start = last()) to = start - 1
  return from < to ? { from, to } : null
}

describe('what is left without phrases at both ends', () => {
  test('is all but the longest of them', () => {
    const words = fc.constantFrom(
      'please',
      'would',
      'you',
      "don't",
      'dont',
      'mind',
      'so',
      'kind',
      'order',
      "d'ont",
      '👍',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (said) => {
        const { text } = foldText(said.join(' '))
        expect(trimPhrases(text, phrases)).toEqual(trimmedSlowly(text))
      }),
    )
  })

  test('takes as many looks as there are words at its ends, however long it is', () => {
    expect(looks('order '.repeat(1_000).trim())).toBeLessThan(10)
    expect(looks(`order ${'please '.repeat(1_000).trim()}`)).toBeLessThan(4 * 1_000)
  })
})
