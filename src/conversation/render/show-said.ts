import type { Locale, Parameter } from '../../catalogue/catalogue.ts'
import { withoutMark } from '../../envelope/as-id.ts'
import { currencyOf } from '../../envelope/money-amount.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { choiceName } from './choice-name.ts'
import { showArgument } from './describe-command.ts'
import { numberFormat } from './formats.ts'
import { showTyped } from './show-typed.ts'

/** How many decimals a sum has that has any. */
const cents = 2

/** A value that was said and not looked at yet, as people read it; as it was said where it has no form of its own. */
export function showSaid(locale: Locale, parameter: Parameter, said: string): string {
  if (parameter.schema['enum'] !== undefined) return choiceName(locale, said)
  if (parameter.type === 'id') return withoutMark(said)
  if (!isNumber(parameter.type)) return showTyped(locale, parameter.type, said) ?? said
  const normalised = normaliseArgument(parameter, said, currencyOf(parameter))
  if (normalised.kind === 'value') return showArgument(locale, parameter, normalised.value)
  // The currency of a sum may be known only with what the sum is for.
  return showDecimal(locale, said, parameter.type === 'money' ? cents : 0)
}

/** With as many decimals as were said; where there are any, with so many at least. */
function showDecimal({ region }: Locale, said: string, least: number): string {
  const number = /^\d{1,15}(?:\.(?<decimals>\d{1,9}))?$/u.exec(said)
  if (number === null) return said
  const { decimals = '' } = number.groups ?? {}
  const digits = decimals === '' ? 0 : Math.max(decimals.length, least)
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  // Intl takes decimal text exactly; its types know numbers alone.
  return numberFormat(region, style).format(said as Intl.StringNumericLiteral)
}
