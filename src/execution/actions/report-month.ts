import { UserError } from '../../errors.ts'

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

/** What the words of a language mean; in small letters, without accents. */
export type MonthWords = { readonly this: readonly string[]; readonly last: readonly string[] }

/**
 * The month that people mean: `2026-10`, `10/2026`, "last month", "October", "outubro de 2025". A name without a year is
 * the newest such month that has begun.
 * @throws UserError `precondition_failed` when it is none
 */
export function parseMonth(
  text: string,
  { now, words, languages }: { readonly now: Date; readonly words: MonthWords; readonly languages: readonly string[] },
): Month {
  const said = fold(text)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  if (words.this.map(fold).includes(said)) return monthOf(year, month)
  if (words.last.map(fold).includes(said)) return monthOf(year, month - 1)
  const numbers = /^(?<year>\d{4})-(?<month>\d{1,2})$|^(?<otherMonth>\d{1,2})[/.-](?<otherYear>\d{4})$/u.exec(
    said,
  )?.groups
  if (numbers !== undefined) {
    const number = Number(numbers['month'] ?? numbers['otherMonth'])
    if (number >= 1 && number <= 12) return monthOf(Number(numbers['year'] ?? numbers['otherYear']), number)
  }
  const named = namedMonth(said, languages)
  if (named !== null) return monthOf(named.year ?? (named.month > month ? year - 1 : year), named.month)
  throw new UserError('precondition_failed', 'That is no month', { params: { month: text } })
}

/** The month with this number; 0 and 13 are those before and after the year. */
function monthOf(year: number, month: number): Month {
  const day = (each: number): string => new Date(Date.UTC(year, each - 1, 1)).toISOString().slice(0, 10)
  const from = day(month)
  return { month: from.slice(0, 7), from, to: day(month + 1), middle: Date.UTC(year, month - 1, 15, 12) }
}

function namedMonth(
  said: string,
  languages: readonly string[],
): { readonly month: number; readonly year: number | null } | null {
  const [, name = '', year] = /^(\p{L}+)\.?(?: (?:of |de |del )?(\d{4}))?$/u.exec(said) ?? []
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month += 1) {
        const known = fold(format.format(Date.UTC(2026, month - 1, 15))).replace(/\.$/u, '')
        if (name === known) return { month, year: year === undefined ? null : Number(year) }
      }
    }
  }
  return null
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}
