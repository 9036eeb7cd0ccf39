const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `30s`, `10m`, `1h`, `2d` → milliseconds; `null` for anything else. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^([1-9][0-9]{0,5})(s|m|h|d)$/u.exec(text) ?? []
  if (count === undefined || !isUnit(unit)) return null
  return Number(count) * unitsMs[unit]
}

function isUnit(unit: string | undefined): unit is keyof typeof unitsMs {
  return unit !== undefined && Object.hasOwn(unitsMs, unit)
}
