import { csvOf } from '../../csv.ts'
import { decimalOf, soldOf, sumOfStatus, type CurrencyTotals, type DayTotals } from './report-totals.ts'

/**
 * The report as a table: one line per day and currency that has orders, with its totals and those of every status, and one
 * line `total` per currency. Where not everything was sold, what was has columns of its own.
 */
export function renderCsv(totals: readonly CurrencyTotals[], unsold: readonly string[] = []): string {
  const isAllSold = totals.every((each) => soldOf(each, unsold) === null)
  const statuses = [...new Set(totals.flatMap((each) => each.statuses.map(({ status }) => status)))]
  const header = [
    'day',
    'currency',
    'orders',
    'amount',
    ...statuses.flatMap((status) => [`${status} orders`, `${status} amount`]),
    ...(isAllSold ? [] : ['sold orders', 'sold amount']),
  ]
  const lineOf = (day: string, currency: string, sums: Omit<DayTotals, 'day'>): readonly string[] => [
    day,
    currency,
    String(sums.orders),
    decimalOf(sums.cents),
    ...statuses.flatMap((status) => {
      const { orders, cents } = sumOfStatus(sums, status)
      return [String(orders), decimalOf(cents)]
    }),
    ...(isAllSold ? [] : soldCells(sums, unsold)),
  ]
  const lines = totals.flatMap((each) => [
    ...each.days.map((ofDay) => lineOf(ofDay.day, each.currency, ofDay)),
    lineOf('total', each.currency, each),
  ])
  return csvOf([header, ...lines])
}

function soldCells(sums: Omit<DayTotals, 'day'>, unsold: readonly string[]): readonly string[] {
  const { orders, cents } = soldOf(sums, unsold) ?? sums
  return [String(orders), decimalOf(cents)]
}
