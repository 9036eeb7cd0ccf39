import { expect, test } from 'vitest'
import { heardWords } from './heard-words.ts'

const knows = (word: string): boolean => word !== 'souza' && word !== 'staffmeeting'

test('words are as they are said, numbers in any way that says them', () => {
  expect(heardWords('Order two, for Ann.', knows)).toEqual(['order', 'two', 'for', 'ann'])
  expect(heardWords('to $7', knows)).toEqual(['to', { any: ['seven'] }, 'dollars'])
  expect(heardWords('10% off', knows)[1]).toBe('percent')
})

test('a word that the ear does not know is none', () => {
  expect(heardWords('Maria Souza', knows)).toEqual(['maria', null])
  expect(heardWords('order 1234567', (word) => /^\D+$/u.test(word))).toEqual(['order', null])
})

test('a hyphen stands within a word or between two', () => {
  expect(heardWords('to-morrow', knows)).toEqual(['tomorrow'])
  expect(heardWords('staff-meeting', knows)).toEqual(['staff', 'meeting'])
})
