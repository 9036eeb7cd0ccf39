import type { Capture } from '../sentences/slot.ts'
import { foldText } from '../text/fold-text.ts'
import { isWordEnd } from '../text/match-literal.ts'
import { currencyOf, sharedCurrencyOf } from './currencies.ts'
import { isTwoNumbers } from './decimal.ts'
import { moneyText } from './money-text.ts'
import { type AmountCapture, amountsAt } from './read-amounts.ts'
import { matchAt } from './read-numbers.ts'
import type { ValueLanguage } from './value-language.ts'

/**
 * Amounts of a currency, as `50.00 BRL`. Without `wanted` the currency must be said; where that may be several it is `50 peso`, which
 * is asked about, and what may be two amounts is given as it was written.
 */
export function moneyAt(
  text: string,
  at: number,
  wanted: string | undefined,
  language: ValueLanguage,
): readonly Capture[] {
  const found = amountsAt(text, at, language, {
    cents: true,
    isMoney: true,
    ...(wanted !== undefined && { currency: wanted }),
  })
  return withCurrency(found).flatMap(({ end, value, currency }) => {
    if (isTwoNumbers(value)) return [{ end, value }]
    const code = currencyOf(currency, wanted, language)
    const shared = sharedCurrencyOf(currency, language)
    if (code === null) return shared === null ? [] : [{ end, value: `${value} ${shared}` }]
    const money = moneyText(value, code)
    return money === null ? [] : [{ end, value: money }]
  })
}

/**
 * Amounts in the currency of a thing, which is not known yet: `50` of a bare one, `50.00 BRL` where it was said, and `50 peso`
 * where what was said may be several.
 */
export function moneyOfThingAt(text: string, at: number, language: ValueLanguage): readonly Capture[] {
  return withCurrency(amountsAt(text, at, language, { cents: true, isMoney: true })).flatMap(
    ({ end, value, currency: said }) => {
      if (said === '' || isTwoNumbers(value)) return [{ end, value }]
      const currency = sharedCurrencyOf(said, language)
      return currency === null ? [] : [{ end, value: moneyText(value, currency) ?? `${value} ${currency}` }]
    },
  )
}

/** "145/kg": a sum with what it is the price of, beside the sum alone. */
export function withPerUnit(text: string, found: readonly Capture[]): readonly Capture[] {
  return found.flatMap((sum) => {
    const unit = matchAt(perUnit, text, sum.end)
    const end = sum.end + (unit?.length ?? 0)
    return unit === null || !isWordEnd(text, end) ? [sum] : [{ ...sum, end }, sum]
  })
}

/** Whether the words for a sum say what it is the price of. */
export function namesUnit(said: string): boolean {
  return /\d ?\/ ?\p{L}+$/u.test(foldText(said).text)
}

const perUnit = / ?\/ ?\p{L}+/uy

/** Without those that leave out the currency behind them: of "250 reais: brakes" nobody says “reais: brakes”. */
function withCurrency(found: readonly AmountCapture[]): readonly AmountCapture[] {
  return found.filter(
    ({ currency, value, end }) =>
      currency !== '' || !found.some((other) => other.currency !== '' && other.value === value && other.end > end),
  )
}
