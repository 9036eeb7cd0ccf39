/** The formats of `Intl`, each made once: making one takes longer than everything else in a preview. */

import { recall } from '../../recall.ts'
import { isSignOf } from '../../understanding/values/currencies.ts'

const numbers = recall((key) => new Intl.NumberFormat(...(JSON.parse(key) as [string, Intl.NumberFormatOptions])))
const dates = recall((key) => new Intl.DateTimeFormat(...(JSON.parse(key) as [string, Intl.DateTimeFormatOptions])))
const signs = new WeakMap<Intl.NumberFormat, string | undefined>()

/** @throws RangeError when there is no such currency, unit or style. */
export function numberFormat(region: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return numbers(JSON.stringify([region, options]))
}

/**
 * Sums of a currency (ISO 4217) with the sign that people write themselves, where it has one of its own: Spanish has "BRL 50,00".
 * @throws RangeError when it is no code of a currency.
 */
export function moneyFormat(region: string, currency: string): Intl.NumberFormat {
  const plain = numberFormat(region, { style: 'currency', currency })
  if (signOf(plain) !== currency) return plain
  const narrow = numberFormat(region, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return isSignOf(signOf(narrow) ?? '', currency) ? narrow : plain
}

/** What several currencies are written with. */
export const sharedSign = '$'

/** What a format writes a currency with. */
export function signOf(format: Intl.NumberFormat): string | undefined {
  if (!signs.has(format)) signs.set(format, format.formatToParts(0).find(({ type }) => type === 'currency')?.value)
  return signs.get(format)
}

/** @throws RangeError when there is no such time zone or style. */
export function dateFormat(region: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dates(JSON.stringify([region, options]))
}
