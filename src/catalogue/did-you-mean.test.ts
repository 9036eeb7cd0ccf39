import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { didYouMean, nearestName } from './did-you-mean.ts'

const known = ['safety', 'scope', 'steps', 'token', 'id']

describe('nearestName()', () => {
  test.each([
    ['saftey', 'safety'],
    ['Safety', 'safety'],
    ['step', 'steps'],
    ['tokn', 'token'],
    ['colour', null],
    ['x', null],
    ['', null],
  ])('of %j is %j', (name, near) => {
    expect(nearestName(name, known)).toBe(near)
  })

  test('is always the name itself where that is known', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (names) => {
        const [first = ''] = names
        expect(nearestName(first, names)?.toLowerCase()).toBe(first.toLowerCase())
      }),
    )
  })

  test('never answers with a name that is not known', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, names) => {
        const near = nearestName(name, names)
        expect(near === null || names.includes(near)).toBe(true)
      }),
    )
  })
})

test('didYouMean() is a question, or nothing', () => {
  expect(didYouMean('saftey', known)).toBe(' (did you mean "safety"?)')
  expect(didYouMean('colour', known)).toBe('')
})
