import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { labelledLine } from './labelled-line.ts'

test.each([
  [24, 'Voice     an API key\n          switches it on'],
  [undefined, 'Voice     an API key switches it on'],
])('what does not fit behind a label on %s columns stands below it, between words', (columns, expected) => {
  const line = labelledLine('Voice', 'an API key switches it on', columns)
  expect(stripVTControlCharacters(line)).toBe(expected)
})
