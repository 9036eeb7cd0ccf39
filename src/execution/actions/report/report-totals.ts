/** The sums of a report; money in hundredths of its currency, so that adding never loses one. */

/** What one query row says: the orders of a day, a status and a currency. */
export type DayRow = {
  /** `2026-10-31` */
  readonly day: string
  readonly status: string
  readonly currency: string
  readonly orders: number
  /** A decimal, as Postgres writes it. */
  readonly amount: string | number
}

export type Sum = { readonly orders: number; readonly cents: number }
export type StatusSum = Sum & { readonly status: string }

export type DayTotals = Sum & { readonly day: string; readonly statuses: readonly StatusSum[] }

/** Everything in one currency: what cannot be added is never added. */
export type CurrencyTotals = Sum & {
  readonly currency: string
  /** In the order that was asked for, then those that were not, by name; only those that occur. */
  readonly statuses: readonly StatusSum[]
  /** The days that have orders, in order. */
  readonly days: readonly DayTotals[]
}

/** Adds up, one result per currency, the one with the most orders first. */
export function addUp(rows: readonly DayRow[], statusOrder: readonly string[]): readonly CurrencyTotals[] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, own]) => ({
      currency,
      ...sumOf(own),
      statuses: statusSums(own, statusOrder),
      days: [...Map.groupBy(own, ({ day }) => day)]
        .map(([day, ofDay]) => ({ day, ...sumOf(ofDay), statuses: statusSums(ofDay, statusOrder) }))
        .toSorted((one, other) => compare(one.day, other.day)),
    }))
    .toSorted((one, other) => other.orders - one.orders || compare(one.currency, other.currency))
}

/** The sum of one status; nothing when it does not occur. */
export function sumOfStatus({ statuses }: { readonly statuses: readonly StatusSum[] }, status: string): Sum {
  return statuses.find((each) => each.status === status) ?? { orders: 0, cents: 0 }
}

/** The statuses of what was not sold after all. */
export function unsoldOf(statuses: readonly { readonly name: string; readonly sold?: boolean }[]): readonly string[] {
  return statuses.filter(({ sold }) => sold === false).map(({ name }) => name)
}

/** What is left without what was not sold; `null` where everything was. */
export function soldOf(
  { orders, cents, statuses }: Sum & { readonly statuses: readonly StatusSum[] },
  unsold: readonly string[],
): Sum | null {
  const lost = statuses.filter(({ status }) => unsold.includes(status))
  if (lost.length === 0) return null
  return lost.reduce((sum, each) => ({ orders: sum.orders - each.orders, cents: sum.cents - each.cents }), {
    orders,
    cents,
  })
}

/** Hundredths as a plain decimal: `120.00`. */
export function decimalOf(cents: number): string {
  return (cents / 100).toFixed(2)
}

function statusSums(rows: readonly DayRow[], order: readonly string[]): readonly StatusSum[] {
  const rank = (status: string): number => (order.includes(status) ? order.indexOf(status) : order.length)
  return [...Map.groupBy(rows, ({ status }) => status)]
    .map(([status, own]) => ({ status, ...sumOf(own) }))
    .toSorted((one, other) => rank(one.status) - rank(other.status) || compare(one.status, other.status))
}

function sumOf(rows: readonly DayRow[]): Sum {
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    cents: rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
