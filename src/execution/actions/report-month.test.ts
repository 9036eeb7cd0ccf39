import { describe, expect, test } from 'vitest'
import { errorCodeOf } from '../../errors.ts'
import { parseMonth } from './report-month.ts'

const words = { this: ['this month', 'este mês'], last: ['last month', 'mês passado', 'mes pasado'] }
const languages = ['en', 'pt-BR', 'es']
const monthOf = (text: string, now = '2026-03-15T10:00:00Z') =>
  parseMonth(text, { now: new Date(now), words, languages })

describe('parseMonth', () => {
  test.each([
    ['2026-10', '2026-10'],
    ['2026-1', '2026-01'],
    ['10/2025', '2025-10'],
    ['1.2026', '2026-01'],
    ['this month', '2026-03'],
    ['Este Mês', '2026-03'],
    ['este mes', '2026-03'],
    ['LAST MONTH', '2026-02'],
    ['mes pasado', '2026-02'],
    ['January', '2026-01'],
    ['march', '2026-03'],
    ['Oct', '2025-10'],
    ['october 2024', '2024-10'],
    ['outubro de 2024', '2024-10'],
    ['março', '2026-03'],
    ['set.', '2025-09'],
    ['diciembre del 2023', '2023-12'],
    ['febrero', '2026-02'],
  ])('reads %s as %s', (text, month) => {
    expect(monthOf(text).month).toBe(month)
  })

  test('knows where a month begins and ends, also at the turn of the year', () => {
    expect(monthOf('2026-12')).toMatchObject({ from: '2026-12-01', to: '2027-01-01' })
    expect(monthOf('last month', '2026-01-31T23:59:59Z')).toMatchObject({ from: '2025-12-01', to: '2026-01-01' })
    expect(monthOf('this month', '2026-12-31T23:59:59Z')).toMatchObject({ from: '2026-12-01', to: '2027-01-01' })
  })

  test.each([
    '',
    '2026',
    '2026-13',
    '2026-00',
    '13/2026',
    'Maytober',
    'next month',
    "2026-10'; drop table",
    '{{args}}',
  ])('refuses %s', (text) => {
    let code = 'read'
    try {
      monthOf(text)
    } catch (error) {
      code = errorCodeOf(error)
    }
    expect(code).toBe('precondition_failed')
  })
})
