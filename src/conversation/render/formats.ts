/** The formats of `Intl`, each made once: making one takes longer than everything else in a preview. */

import { isSignOf } from '../../understanding/values/currencies.ts'

/** How many of a kind are kept; regions, currencies and time zones are few. */
const maxFormats = 500

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError when there is no such currency, unit or style. */
export function numberFormat(region: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return keep(numbers, JSON.stringify([region, options]), () => new Intl.NumberFormat(region, options))
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
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}

/** @throws RangeError when there is no such time zone or style. */
export function dateFormat(region: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(dates, JSON.stringify([region, options]), () => new Intl.DateTimeFormat(region, options))
}

function keep<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= maxFormats) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}
