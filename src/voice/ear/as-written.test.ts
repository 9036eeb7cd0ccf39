import { expect, test } from 'vitest'
import { asWritten } from './as-written.ts'

test('words are written as they were heard, and names as they are', () => {
  expect(asWritten('add a customer named maria lopez', ['Add a customer name Maria Lopez.'], {})).toBe(
    'add a customer named Maria Lopez',
  )
  expect(asWritten('assign order ten to john smith', ['A sign order 10 to Jones myth'], { who: ['John Smith'] })).toBe(
    'assign order ten to John Smith',
  )
})

test('a name that is not in the text changes nothing', () => {
  expect(asWritten('restock the green tea', ['Restock the green tea.'], { who: ['Robert Green'] })).toBe(
    'restock the green tea',
  )
})
