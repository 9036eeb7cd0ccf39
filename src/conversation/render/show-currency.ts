import type { Locale } from '../../catalogue/catalogue.ts'
import { numberFormat, signOf } from './formats.ts'

/** A currency (ISO 4217) as people of the language write it and by its code: "R$ (BRL)"; the code alone where it has no sign. */
export function showCurrency({ region }: Pick<Locale, 'region'>, currency: string): string {
  const sign =
    signOf(numberFormat(region, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })) ?? currency
  return sign === currency ? currency : `${sign} (${currency})`
}
