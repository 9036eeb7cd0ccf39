import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderCsv } from './report-csv.ts'
import { addUp, type DayRow } from './report-totals.ts'

const row = (day: string, status: string, amount: string, orders = 1, currency = 'BRL'): DayRow => ({
  day: `2026-01-${day}`,
  status,
  currency,
  orders,
  amount,
})

const sumOf = (parts: readonly { readonly cents: number }[] = []): number =>
  parts.reduce((all, each) => all + each.cents, 0)

describe('the table', () => {
  test('has a line per day and one with the totals', () => {
    const totals = addUp(
      [row('02', 'shipped', '10.10'), row('01', 'paid', '0.10', 2), row('01', 'shipped', '0.20')],
      ['paid'],
    )
    expect(renderCsv(totals).split('\r\n')).toEqual([
      '\uFEFFday,currency,orders,amount,paid orders,paid amount,shipped orders,shipped amount',
      '2026-01-01,BRL,3,0.30,2,0.10,1,0.20',
      '2026-01-02,BRL,1,10.10,0,0.00,1,10.10',
      'total,BRL,4,10.40,2,0.10,2,10.30',
      '',
    ])
  })

  test('says of each day and of all of them what was sold, where that is not everything', () => {
    const totals = addUp([row('01', 'paid', '1'), row('01', 'refunded', '2'), row('02', 'paid', '4')], ['paid'])
    const ends = (unsold: readonly string[]) =>
      renderCsv(totals, unsold)
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',').slice(-2).join())
    expect(ends(['refunded'])).toEqual(['sold orders,sold amount', '1,1.00', '1,4.00', '2,5.00'])
    expect(ends([])[0]).toBe('refunded orders,refunded amount')
    expect(ends(['cancelled'])[0]).toBe('refunded orders,refunded amount')
  })

  test('never adds two currencies', () => {
    const lines = renderCsv(addUp([row('01', 'paid', '1'), row('01', 'paid', '2', 5, 'USD')], ['paid'])).split('\r\n')
    expect(lines.slice(1, -1)).toEqual([
      '2026-01-01,USD,5,2.00,5,2.00',
      'total,USD,5,2.00,5,2.00',
      '2026-01-01,BRL,1,1.00,1,1.00',
      'total,BRL,1,1.00,1,1.00',
    ])
  })

  test.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"") orders"`],
    ['+1', `'+1 orders`],
    ['@cmd', `'@cmd orders`],
    ['a,b', '"a,b orders"'],
    ['a\nb', '"a\nb orders"'],
  ])('never holds a formula or a broken line: %j', (status, header) => {
    expect(renderCsv(addUp([row('01', status, '1')], []))).toContain(`amount,${header},`)
  })

  test('has the sum of its days in its totals, to the cent', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 })
    const day = fc.integer({ min: 1, max: 28 }).map((each) => String(each).padStart(2, '0'))
    const rows = fc.array(fc.record({ day, status: fc.constantFrom('paid', 'shipped', 'odd'), cents }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(rows, (given) => {
        const [totals] = addUp(
          given.map((each) => row(each.day, each.status, (each.cents / 100).toFixed(2))),
          ['paid'],
        )
        const sum = given.reduce((all, each) => all + each.cents, 0)
        expect([totals?.cents, sumOf(totals?.days), sumOf(totals?.statuses)]).toEqual([sum, sum, sum])
      }),
    )
  })
})
