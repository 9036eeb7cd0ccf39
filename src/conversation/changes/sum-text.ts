/** A number with all its digits, as a catalogue and JSON write it. */
const decimal = /^(?<sign>-?)(?<whole>\d{1,15})(?:\.(?<fraction>\d{1,9}))?$/u

/** The exact sum of two decimal numbers, with as many places as the longer of them; `null` where one of them is none. */
export function sumText(one: string, other: string): string | null {
  const [a, b] = [decimal.exec(one)?.groups, decimal.exec(other)?.groups]
  if (a === undefined || b === undefined) return null
  const places = Math.max(a['fraction']?.length ?? 0, b['fraction']?.length ?? 0)
  const total = inUnits(a, places) + inUnits(b, places)
  const digits = String(total < 0n ? -total : total).padStart(places + 1, '0')
  const point = digits.length - places
  return `${total < 0n ? '-' : ''}${digits.slice(0, point)}${places === 0 ? '' : `.${digits.slice(point)}`}`
}

function inUnits({ sign, whole = '', fraction = '' }: Readonly<Record<string, string>>, places: number): bigint {
  return BigInt(`${sign ?? ''}${whole}${fraction.padEnd(places, '0')}`)
}
