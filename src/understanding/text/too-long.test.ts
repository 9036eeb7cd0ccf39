import { expect, test } from 'vitest'
import { isTooLong, maxSentenceLength } from './too-long.ts'

test.each(['a', 'é', 'e\u0301', '2️⃣', '\u1100'])('%s is one character', (character) => {
  expect(isTooLong(character.repeat(maxSentenceLength))).toBe(false)
  expect(isTooLong(`${character.repeat(maxSentenceLength)}a`)).toBe(true)
})

test.each(['👍', '👍🏽', '👨‍👩‍👧‍👦', '🇧🇷'])('%s is none, for nothing is read of it', (emoji) => {
  expect(isTooLong(emoji.repeat(maxSentenceLength))).toBe(false)
  expect(isTooLong(`cancel order 204 ${emoji.repeat(200)}`)).toBe(false)
  expect(isTooLong(`${emoji.repeat(200)}${'a'.repeat(maxSentenceLength + 1)}`)).toBe(true)
})

test('letters that look like one character together are as many as they are', () => {
  expect(isTooLong(`cancel order 204${'!'.repeat(maxSentenceLength)}`)).toBe(true)
  expect(isTooLong('\u1100'.repeat(5_900))).toBe(true)
  expect(isTooLong('한'.repeat(maxSentenceLength))).toBe(false)
})

test('a text that is too long in any way of counting is not counted', () => {
  expect(isTooLong('e'.padEnd(1_000_000, '\u0301'))).toBe(true)
})
