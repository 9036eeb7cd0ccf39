import type { Locale } from '../../catalogue/catalogue.ts'
import { numberFormat } from './formats.ts'

/** A currency (ISO 4217) as people of the language write it and by its code: "R$ (BRL)"; the code alone where it has no sign. */
export function showCurrency({ region }: Pick<Locale, 'region'>, currency: string): string {
  const parts = numberFormat(region, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return sign === currency ? currency : `${sign} (${currency})`
}
