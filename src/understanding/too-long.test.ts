import { expect, test } from 'vitest'
import { isTooLong, maxSentenceLength } from './too-long.ts'

test.each(['a', 'é', 'e\u0301', '👍', '👍🏽', '👨‍👩‍👧‍👦', '🇧🇷', '2️⃣'])('%s is one character', (character) => {
  expect(isTooLong(character.repeat(maxSentenceLength))).toBe(false)
  expect(isTooLong(`${character.repeat(maxSentenceLength)}a`)).toBe(true)
})

test('a text that is too long in any way of counting is not counted', () => {
  expect(isTooLong('e'.padEnd(1_000_000, '\u0301'))).toBe(true)
})
