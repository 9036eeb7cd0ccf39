import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalMoment } from './canonical.ts'

describe('canonicalMoment()', () => {
  test.each([
    ['2026-11-22T20:30:00-03:00', '2026-11-22T20:30:00-03:00'],
    ['2026-11-28T18:00:00.000Z', '2026-11-28T18:00:00+00:00'],
    ['2026-11-28T18:00:59,5Z', '2026-11-28T18:00:00+00:00'],
    ['2026-11-28T18:00Z', '2026-11-28T18:00:00+00:00'],
    ['2026-11-28 18:00:00+00', '2026-11-28T18:00:00+00:00'],
    ['2026-11-28T18:00:00-0330', '2026-11-28T18:00:00-03:30'],
    ['2026-11-28T18:00-00:00', '2026-11-28T18:00:00+00:00'],
  ])('reads %s as %s', (text, expected) => {
    expect(canonicalMoment(text)).toBe(expected)
  })

  test.each([
    '2026-11-28T18:00:00',
    '2026-11-31T18:00:00Z',
    '2026-11-28T24:00:00Z',
    '2026-11-28T18:00:60Z',
    '2026-11-28T18:00:00+15:00',
    '2026-11-28',
    'soon',
  ])('finds no moment in %s', (text) => {
    expect(canonicalMoment(text)).toBeNull()
  })

  test('is the same moment to the minute, and doing it twice changes nothing', () => {
    const range = { min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (at) => {
        const moment = canonicalMoment(at.toISOString()) ?? ''
        expect(at.getTime() - Date.parse(moment)).toBe(((at.getTime() % 60_000) + 60_000) % 60_000)
        expect(canonicalMoment(moment)).toBe(moment)
      }),
    )
  })
})
