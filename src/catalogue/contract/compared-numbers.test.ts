import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { wouldSucceed } from '../commands/succeeds-if.ts'

function would(succeedsIf: JsonObject, facts: JsonObject, args: JsonObject = {}) {
  return wouldSucceed({ succeedsIf, parameters: [] }, { args, facts })
}

describe('a numeric column, which comes as a text', () => {
  const enough = { properties: { args: { properties: { quantity: { maximum: { $data: '/facts/item/quantity' } } } } } }

  test.each([
    [10, '50.00', true],
    [50, '50.00', true],
    [50.01, '50.00', false],
    [9, '10', true],
    [10, 50, true],
    [0, '-0.5', false],
  ])('of %j there is enough where there is %j: %j', (quantity, there, wanted) => {
    expect(would(enough, { item: { quantity: there } }, { quantity })).toBe(wanted)
  })

  test.each([
    ['0.00', false],
    ['0.01', true],
    ['12.750', true],
  ])('is at least that much where it is %j: %j', (quantity, wanted) => {
    const some = {
      properties: { facts: { properties: { item: { properties: { quantity: { exclusiveMinimum: 0 } } } } } },
    }
    expect(would(some, { item: { quantity } })).toBe(wanted)
  })

  test('is compared in every part of a condition', () => {
    const either = {
      properties: {
        facts: { properties: { item: { anyOf: [{ properties: { owed: { maximum: 0 } } }, { required: ['never'] }] } } },
      },
    }
    expect(would(either, { item: { owed: '3.00' } })).toBe(false)
    expect(would(either, { item: { owed: '0.00' } })).toBe(true)
  })
})

test('a text that nothing is compared with as a number stays one', () => {
  const same = { properties: { facts: { properties: { item: { properties: { code: { const: '12' } } } } } } }
  expect(would(same, { item: { code: '12' } })).toBe(true)
})
