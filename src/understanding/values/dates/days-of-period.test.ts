import { expect, test } from 'vitest'
import { daysOfPeriod } from './days-of-period.ts'

test.each([
  ['this-week', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-09', '2026-11-15'],
  ['last-7-days', '2026-11-16', '2026-11-22'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
] as const)('%s is %s to %s on the Sunday that it is there', (period, first, last) => {
  // In São Paulo it is Sunday still.
  expect(daysOfPeriod(period, new Date('2026-11-23T01:00:00Z'), 'America/Sao_Paulo')).toEqual([first, last])
})

test('reaches over the end of a year', () => {
  const now = new Date('2027-01-01T12:00:00Z')
  expect(daysOfPeriod('this-week', now, 'UTC')).toEqual(['2026-12-28', '2027-01-03'])
  expect(daysOfPeriod('last-7-days', now, 'UTC')).toEqual(['2026-12-26', '2027-01-01'])
  expect(daysOfPeriod('last-month', now, 'UTC')).toEqual(['2026-12-01', '2026-12-31'])
})
