import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursOfDay } from './hours-of-day.ts'

test.each([
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['2026-11-22', 'America/Sao_Paulo', '2026-11-22T03:00:00.000Z', '2026-11-23T03:00:00.000Z'],
  ['2026-12-31', 'Asia/Tokyo', '2026-12-30T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
  // Clocks are put forward in the night, and back.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // They went forward at midnight.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
])('%s in %s is from %s until %s', (day, zone, from, to) => {
  expect(hoursOfDay(day, zone)).toEqual([new Date(from), new Date(to)])
})

test('there is no 31 February', () => expect(() => hoursOfDay('2026-02-31', 'UTC')).toThrow('no day'))

test('a day ends where the next one begins, wherever', () => {
  const zones = fc.constantFrom('America/Santiago', 'America/Havana', 'Asia/Beirut', 'Africa/Cairo', 'America/Asuncion')
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(zones, days, (zone, at) => {
      const [day = '', next = ''] = [at, new Date(at.getTime() + 86_400_000)].map((each) =>
        each.toISOString().slice(0, 10),
      )
      const [from, to] = hoursOfDay(day, zone)
      expect(to).toEqual(hoursOfDay(next, zone)[0])
      expect(to.getTime() - from.getTime()).toBeGreaterThanOrEqual(22 * 3_600_000)
    }),
  )
})
