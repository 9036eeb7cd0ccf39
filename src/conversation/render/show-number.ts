import type { Locale } from '../../catalogue/catalogue.ts'
import { numberFormat } from './formats.ts'

/** A number as people of the language write it. A `numeric` of SQL is a text: "12.750" is 12.75, and 12,75 in Spanish. `null` for any other text. */
export function showNumber({ region }: Pick<Locale, 'region'>, value: string): string | null {
  if (!/^-?\d{1,15}(?:\.\d+)?$/u.test(value)) return null
  return numberFormat(region, { maximumFractionDigits: 9 }).format(Number(value))
}
