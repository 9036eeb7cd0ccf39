import { expect, test } from 'vitest'
import { spanOfMonth } from './report-month.ts'

test('spanOfMonth() knows where a month begins and ends, also at the turn of the year', () => {
  expect(spanOfMonth('2026-02')).toEqual({
    month: '2026-02',
    from: '2026-02-01',
    to: '2026-03-01',
    middle: Date.parse('2026-02-15T12:00:00Z'),
  })
  expect(spanOfMonth('2026-12')).toMatchObject({ from: '2026-12-01', to: '2027-01-01' })
  expect(spanOfMonth('2026-01')).toMatchObject({ from: '2026-01-01', to: '2026-02-01' })
})
