import type { Locale, ParameterType } from '../../catalogue/catalogue.ts'
import { assertNever } from '../../errors.ts'
import { isDayAlone, withoutPart } from '../../understanding/values/day-alone.ts'
import { parseMoney } from '../../understanding/values/money-text.ts'
import { dateFormat, moneyFormat, numberFormat, sharedSign, signOf } from './formats.ts'

/**
 * A canonical value as people of the language write it, days always in full: "03/04" was read in one of two ways, and
 * whoever wrote it must see in which. `null` for types that have no form of their own.
 */
export function showTyped(locale: Locale, type: ParameterType, value: string): string | null {
  switch (type) {
    case 'date':
      return format(locale, `${value}T00:00:00Z`, { dateStyle: 'full' })
    case 'month':
      return format(locale, `${value}-01T00:00:00Z`, { month: 'long', year: 'numeric' })
    case 'time':
      return format(locale, `1970-01-01T${value}:00Z`, { timeStyle: 'short' })
    case 'datetime':
      if (isDayAlone(value)) return showTyped(locale, 'date', withoutPart(value))
      // As the clock shows it where it was said, which is what the text says but for its end.
      return format(locale, `${value.slice(0, 19)}Z`, { dateStyle: 'full', timeStyle: 'short' })
    case 'percent':
      return showPercent(locale, Number(value))
    case 'money':
      return showMoney(locale, value)
    case 'text':
    case 'id':
    case 'phone':
    case 'email':
    case 'file':
    case 'choice':
    case 'integer':
    case 'decimal':
    case 'ordinal':
      return null
    case 'boolean':
      return value === 'true' || value === 'false' ? (locale.words[value === 'true' ? 'yes' : 'no']?.[0] ?? null) : null
    default:
      return assertNever(type)
  }
}

function format(locale: Locale, iso: string, style: Intl.DateTimeFormatOptions): string | null {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return null
  return dateFormat(locale.region, { ...style, timeZone: 'UTC' }).format(at)
}

function showPercent(locale: Locale, points: number): string {
  return `${numberFormat(locale.region, { maximumFractionDigits: 9 }).format(points)}%`
}

/** Where the sign is one that several currencies share, the code stands beside it. */
function showMoney(locale: Locale, value: string): string | null {
  const money = parseMoney(value)
  if (money === null) return null
  const { amount, currency } = money
  const style = moneyFormat(locale.region, currency)
  const isShared = signOf(style) === sharedSign
  // Intl takes decimal text exactly; its types know numbers alone.
  const shown = style.format(amount as Intl.StringNumericLiteral)
  return isShared ? `${shown} ${currency}` : shown
}
