/** The formats of `Intl`, each made once: making one takes longer than everything else in a preview. */

/** How many of a kind are kept; regions, currencies and time zones are few. */
const maxFormats = 500

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError when there is no such currency, unit or style. */
export function numberFormat(region: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return keep(numbers, JSON.stringify([region, options]), () => new Intl.NumberFormat(region, options))
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
