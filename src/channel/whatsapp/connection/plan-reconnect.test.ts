import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planReconnect } from './plan-reconnect.ts'

const plan = (code: number, failures = 0, random = 0.5) => planReconnect({ code, failures, random })

test('failure 13: the restart after a pairing comes at once, however often', () => {
  expect(plan(515)).toEqual({ kind: 'retry', afterMs: 0 })
  expect(plan(515, 20)).toEqual({ kind: 'retry', afterMs: 0 })
})

test('a number that was unlinked is not tried again', () => {
  expect(plan(401)).toEqual({ kind: 'unpaired' })
})

test('failure 10: who was thrown out by another client does not come back at once to throw it out', () => {
  expect(plan(440)).toMatchObject({ kind: 'person', trouble: 'replaced' })
  expect(plan(440)).toHaveProperty('afterMs', 15 * 60_000)
})

test.for([
  [403, 'refused'],
  [411, 'mismatch'],
] as const)('%i needs a person: %s', ([code, trouble]) => {
  expect(plan(code)).toMatchObject({ kind: 'person', trouble })
})

test('failure 12: a version that is too old is tried a few times, then a person is told', () => {
  expect([0, 1, 2].map((failures) => plan(405, failures).kind)).toEqual(['retry', 'retry', 'person'])
})

test('failure 9: a lost connection is tried soon, then ever later', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((failures) => plan(428, failures, 1))
  expect(waits.map((each) => each.kind === 'retry' && each.afterMs)).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
})

test.for([
  [408, 250, 500],
  [428, 250, 500],
  [500, 250, 500],
  [503, 1500, 3000],
  [429, 150_000, 300_000],
  [463, 150_000, 300_000],
] as const)('%i passes by itself: the first try comes after %i to %i ms', ([code, least, most]) => {
  expect(plan(code, 0, 0)).toEqual({ kind: 'retry', afterMs: least })
  expect(plan(code, 0, 1)).toEqual({ kind: 'retry', afterMs: most })
})

test('whom WhatsApp refuses it is asked again hours later, and after a change of version an hour later', () => {
  expect(plan(403)).toHaveProperty('afterMs', 6 * 60 * 60_000)
  expect(plan(405, 2)).toEqual({ kind: 'person', trouble: 'outdated', afterMs: 60 * 60_000 })
})

test('no wait is negative, endless or the same for all bots, and only 515 needs none', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999 }),
      fc.nat(10_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (code, failures, random) => {
        const { afterMs } = { afterMs: 1, ...planReconnect({ code, failures, random }) }
        expect(afterMs > 0 || code === 515).toBe(true)
        expect(afterMs).toBeLessThanOrEqual(6 * 60 * 60_000)
      },
    ),
  )
  expect(plan(503, 3, 0)).not.toEqual(plan(503, 3, 1))
})
