import type { Locale } from '../../catalogue/catalogue.ts'
import { dateFormat } from './formats.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in words: "3 hours ago". */
export function ageOf(locale: Locale, ageMs: number): string {
  const [unit, length] = units.find(([, each]) => ageMs >= each) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(locale.region, { numeric: 'always' }).format(
    -Math.max(1, Math.round(ageMs / length)),
    unit,
  )
}

/** For how long a time of day alone says when something was. */
const clockMs = 12 * 60 * 60 * 1000

/** The time of day of what was not long ago; `null` of what was. */
export function recentTime(
  locale: Locale,
  timeZone: string,
  { at, now }: { readonly at: Date; readonly now: Date },
): string | null {
  return now.getTime() - at.getTime() < clockMs ? clockTime(locale, timeZone, at) : null
}

/** The time of day in the person's own zone, as they write it: "14:03", "2:03 PM". */
export function clockTime(locale: Locale, timeZone: string, at: Date): string {
  return dateFormat(locale.region, { timeStyle: 'short', timeZone }).format(at)
}
