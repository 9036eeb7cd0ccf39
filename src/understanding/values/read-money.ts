import type { Capture } from '../sentences/slot.ts'
import { currencyOf } from './currencies.ts'
import { isTwoNumbers } from './decimal.ts'
import { moneyText } from './money-text.ts'
import { amountsAt } from './read-amounts.ts'
import type { ValueLanguage } from './value-language.ts'

/**
 * Amounts of a currency, as `50.00 BRL`. Without `wanted` the currency must be said; what may be several is not read, and what may
 * be two amounts is given as it was written.
 */
export function moneyAt(
  text: string,
  at: number,
  wanted: string | undefined,
  language: ValueLanguage,
): readonly Capture[] {
  return amountsAt(text, at, language, {
    cents: true,
    ...(wanted !== undefined && { currency: wanted }),
  }).flatMap(({ end, value, currency }) => {
    if (isTwoNumbers(value)) return [{ end, value }]
    const code = currencyOf(currency, wanted, language)
    const money = code === null ? null : moneyText(value, code)
    return money === null ? [] : [{ end, value: money }]
  })
}
