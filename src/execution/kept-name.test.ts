import { describe, expect, test } from 'vitest'
import { givenName, keptName, shownAs } from './kept-name.ts'

describe('shownAs()', () => {
  test.each([
    ['orders-2026-11-1a2b3c4d.csv', 'orders-2026-11.csv'],
    ['orders-2026-11-1a2b3c4d.csv', 'Orders-2026-11.CSV'],
    ['list-orders-K7Q2M.csv', 'list-orders-K7Q2M.csv'],
    ['my-plan-0123456789ab.pdf', 'my plan.pdf'],
    ['Preço-0123456789ab', 'Preço'],
    [keptName('Relatório (final) de março.xlsx', '0123456789ab'), 'Relatório (final) de março.xlsx'],
    [keptName(`${'x'.repeat(100)}.txt`, '0123456789ab'), `${'x'.repeat(100)}.txt`],
  ])('finds %s as %s', (kept, shown) => {
    expect(shownAs(shown)(kept)).toBe(true)
  })

  test.each([
    ['orders-2026-11-1a2b3c4d.csv', 'orders-2026.csv'],
    ['orders-2026-11-1a2b3c4d.csv', 'orders-2026-11.png'],
    ['orders-2026-11-1a2b3c4d.csv', 'orders-2026-11'],
    ['orders-2026-11.csv', 'orders-2026.csv'],
    ['plan-20261124.pdf', 'plan-2026.pdf'],
    ['notes.txt', 'note.txt'],
  ])('does not find %s as %s', (kept, shown) => {
    expect(shownAs(shown)(kept)).toBe(false)
  })
})

describe('givenName()', () => {
  test.each([
    ['a.csv', 'a.csv'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(251)}.csv`],
    // Each is of two halves, and 251 are left for them.
    [`${'😀'.repeat(200)}.exe`, `${'😀'.repeat(125)}.exe`],
    ['a\uD83Db\0.csv', 'a\uFFFDb\uFFFD.csv'],
  ])('gives of %j what can be stored, in whole characters', (filename, given) => {
    expect(givenName(filename)).toBe(given)
  })
})

describe('keptName()', () => {
  const digest = '0123456789ab'

  test.each([
    ['--a--b--.csv', `a--b-${digest}.csv`],
    ['---', `file-${digest}`],
    ['../up/ and away.PDF', `and-away-${digest}.pdf`],
  ])('keeps %s as %s', (filename, kept) => {
    expect(keptName(filename, digest)).toBe(kept)
  })

  test('takes no time for a name that nobody gives a file, and keeps what kind of file it is', () => {
    const endless = `a${'-'.repeat(200_000)}a.csv`
    const began = performance.now()
    const kept = keptName(endless, digest)
    expect([kept, shownAs(endless)(kept)]).toEqual([`a-${digest}.csv`, true])
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
