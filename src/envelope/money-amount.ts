import type { Parameter } from '../catalogue/catalogue.ts'
import type { Json } from '../json.ts'
import { parseMoney } from '../understanding/values/money-text.ts'
import { columnIn, type ThingColumn } from './thing-column.ts'

type Typed = Pick<Parameter, 'type' | 'schema'>

/** The one currency that a parameter takes; `null`: it is no money, whoever asks says which, or it is that of a thing. */
export function currencyOf(parameter: Typed): string | null {
  const { currency } = parameter.schema
  return parameter.type === 'money' && typeof currency === 'string' && currencyColumnOf(parameter) === null
    ? currency
    : null
}

/** The column that says the currency of a parameter, of the thing that another parameter names; `null`: there is none. */
export function currencyColumnOf({ type, schema }: Typed): ThingColumn | null {
  return type === 'money' ? columnIn(schema['currency']) : null
}

/** The column that says how much there is of what a sum is of; `null`: nobody says so. */
export function wholeColumnOf({ type, schema }: Typed): ThingColumn | null {
  return type === 'money' ? columnIn(schema['whole']) : null
}

/** Whether there is only one currency that an amount may be in: amounts of several have no order. */
export function hasOneCurrency(parameter: Typed): boolean {
  return currencyOf(parameter) !== null || currencyColumnOf(parameter) !== null
}

/**
 * An argument as it can be compared: of money in the one currency of its parameter, or in that of the thing that it is about, the
 * amount, a number. Sums of several currencies have no order, so of all other money, as of everything that is no money, it is the
 * value itself.
 */
export function comparable(parameter: Typed | undefined, value: Json): Json {
  const money = typeof value === 'string' ? parseMoney(value) : null
  if (parameter === undefined || money === null || !hasOneCurrency(parameter)) return value
  const currency = currencyOf(parameter)
  return currency === null || currency === money.currency ? Number(money.amount) : value
}
