import { decimalOf, sumOfStatus, type CurrencyTotals, type DayTotals } from './report-totals.ts'

/**
 * The report as RFC 4180: one line per day and currency that has orders, with its totals and those of every status, and
 * one line `total` per currency. It begins with a byte order mark, without which spreadsheets take UTF-8 for something
 * else.
 */
export function renderCsv(totals: readonly CurrencyTotals[]): string {
  const statuses = [...new Set(totals.flatMap((each) => each.statuses.map(({ status }) => status)))]
  const header = [
    'day',
    'currency',
    'orders',
    'amount',
    ...statuses.flatMap((status) => [`${status} orders`, `${status} amount`]),
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
  ]
  const lines = totals.flatMap((each) => [
    ...each.days.map((ofDay) => lineOf(ofDay.day, each.currency, ofDay)),
    lineOf('total', each.currency, each),
  ])
  return `\uFEFF${[header, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

/** What a spreadsheet would take for a formula is made a text: a status is data, not ours. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(value) && !/^-?\d+(\.\d+)?$/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
