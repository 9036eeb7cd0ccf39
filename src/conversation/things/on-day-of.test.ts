import { describe, expect, test } from 'vitest'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { onDayOf, timesOfThings } from './on-day-of.ts'

const shape = { name: 'when', kind: 'scalar', required: true, entity: null } as const
const when: Parameter = { ...shape, type: 'datetime', schema: { type: 'string', dayOf: 'visit.at' } }
const other: Parameter = { ...shape, name: 'other', type: 'datetime', schema: { type: 'string' } }
const here = { person: { id: 'sam', name: 'Sam', roles: [], phone: '', language: 'en', timeZone: 'America/Sao_Paulo' } }

describe('onDayOf()', () => {
  test.each([
    ['2026-11-27T17:00:00.000Z', '16:00', '2026-11-27T16:00:00-03:00'],
    ['2026-11-27', '16:00', '2026-11-27T16:00:00-03:00'],
    // Where whoever says it is, it is still the 27th.
    ['2026-11-28T02:30:00Z', '08:15', '2026-11-27T08:15:00-03:00'],
    ['2026-11-27', '04:00|16:00', '2026-11-27T04:00:00-03:00|2026-11-27T16:00:00-03:00'],
    // Whoever says the day means it.
    ['2026-11-27', '2026-11-30T16:00:00-03:00', '2026-11-30T16:00:00-03:00'],
    ['2026-11-27', '2026-11-30', '2026-11-30'],
    ['2026-11-27', 'soon', 'soon'],
  ])('of a thing of %s takes %s as %s', (at, raw, moment) => {
    expect(onDayOf(here, when, raw, { visit: { id: '7', at } })).toBe(moment)
  })

  test.each([
    [{}],
    [{ visit: { id: '7' } }],
    [{ visit: { id: '7', at: 'some day' } }],
    [{ visit: { id: '7', at: null } }],
  ])('guesses no day where none is known: %j', (facts) => {
    expect(onDayOf(here, when, '16:00', facts)).toBeNull()
  })

  test('leaves what is of no thing alone', () => {
    expect(onDayOf(here, other, '16:00', {})).toBe('16:00')
  })
})

test('timesOfThings() keeps nothing but these', () => {
  const parameters = [when, other]
  expect(timesOfThings({ parameters }, { when: '16:00', other: '16:00', more: '16:00' })).toEqual({ when: '16:00' })
  expect(timesOfThings({ parameters }, { when: '2026-11-27' })).toEqual({})
})
