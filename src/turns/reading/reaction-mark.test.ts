import { expect, test } from 'vitest'
import { reactionMark } from './reaction-mark.ts'

test.each([
  ['👍', 'yes'],
  ['👍🏽', 'yes'],
  ['👌', 'yes'],
  ['✅', 'yes'],
  ['✔️', 'yes'],
  ['👎🏿', 'no'],
  ['❌', 'no'],
  ['✖️', 'no'],
  ['❤️', null],
  ['🙏', null],
  ['😂', null],
  ['', null],
] as const)('%s is %s', (emoji, expected) => {
  expect(reactionMark(emoji)).toBe(expected)
})
