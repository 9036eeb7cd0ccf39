/** A calendar month in UTC. */
export type Month = {
  /** `2026-10` */
  readonly month: string
  /** Its first day, `2026-10-01`, and the first day after it, `2026-11-01`. */
  readonly from: string
  readonly to: string
  /** The middle of it in milliseconds since 1970: in every time zone a moment of this month. */
  readonly middle: number
}

/** Where the month `2026-10` begins and ends. */
export function spanOfMonth(month: string): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const day = (each: number): string => new Date(Date.UTC(year, each - 1, 1)).toISOString().slice(0, 10)
  return { month, from: day(number), to: day(number + 1), middle: Date.UTC(year, number - 1, 15, 12) }
}
