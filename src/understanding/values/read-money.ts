import type { Capture } from '../sentences/slot.ts'
import { currencyOf } from './currencies.ts'
import { moneyText } from './money-text.ts'
import { amountsAt } from './read-amounts.ts'
import type { ValueLanguage } from './value-language.ts'

/** Amounts of a currency, as `50.00 BRL`. Without `wanted` the currency must be said; what may be several is not read. */
export function moneyAt(
  text: string,
  at: number,
  wanted: string | undefined,
  language: ValueLanguage,
): readonly Capture[] {
  return amountsAt(text, at, language).flatMap(({ end, value, currency }) => {
    const code = currencyOf(currency, wanted, language)
    const money = code === null ? null : moneyText(value, code)
    return money === null ? [] : [{ end, value: money }]
  })
}
