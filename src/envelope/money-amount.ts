import type { Parameter } from '../catalogue/catalogue.ts'
import type { Json } from '../json.ts'
import { parseMoney } from '../understanding/values/money-text.ts'

/** The one currency that a parameter takes; `null`: it is no money, or whoever asks says which. */
export function currencyOf({ type, schema }: Pick<Parameter, 'type' | 'schema'>): string | null {
  const { currency } = schema
  return type === 'money' && typeof currency === 'string' ? currency : null
}

/**
 * An argument as it can be compared: of money in the one currency of its parameter the amount, a number. Sums of several currencies
 * have no order, so of all other money, as of everything that is no money, it is the value itself.
 */
export function comparable(parameter: Pick<Parameter, 'type' | 'schema'> | undefined, value: Json): Json {
  const currency = parameter === undefined ? null : currencyOf(parameter)
  const money = currency === null || typeof value !== 'string' ? null : parseMoney(value)
  return money === null || money.currency !== currency ? value : Number(money.amount)
}
