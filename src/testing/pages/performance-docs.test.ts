/** `docs/performance.md` says of one figure one thing: its first table is made of the others. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportWith } from '../../../bench/report.ts'

const page = readFileSync(new URL('../../../docs/performance.md', import.meta.url), 'utf8')
const measured = '2031-02-03, on a machine with 1 core'

test('the table of all is what the tables of the parts say', () => {
  expect(reportWith(page, [], { measured })).toBe(page)
})

test('a run of one part changes its tables, its day and its rows of the table of all, and no others', () => {
  const table = { title: 'A second start, 3 times, seconds', head: ['', 'p50', 'max'] }
  const made = [{ name: 'start', tables: [{ ...table, rows: [['npm start → first prompt', '7.77', '8.88']] }] }]
  const changed = reportWith(page, made, { measured })
  const before = new Set(page.split('\n'))
  expect(changed.split('\n').filter((line) => !before.has(line))).toEqual([
    '|  | < 3 s | a second start, npm start → first prompt | p50 7.77 s, max 8.88 s | 2031-02-03 |',
    `Measured on ${measured}.`,
    '| npm start → first prompt | 7.77 | 8.88 |',
  ])
  expect(changed.split('\n')).toHaveLength(page.split('\n').length)
})

test('tables of which nobody knows when they were measured are not told of', () => {
  expect(() => reportWith(page.replaceAll(/^Measured on .*$/gmu, ''), [], { measured })).toThrow(
    /when the tables of turn/u,
  )
})
