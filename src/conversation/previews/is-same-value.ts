import type { Parameter } from '../../catalogue/catalogue.ts'
import { currencyColumnOf } from '../../envelope/money-amount.ts'
import { foldSpace, normaliseArgument } from '../../envelope/normalise-argument.ts'
import { type Json, jsonText } from '../../json.ts'
import { parseMoney } from '../../understanding/values/money-text.ts'

/** Whether what was said for a parameter is the value that is known. */
export function isSameValue(parameter: Parameter, said: Json, value: Json): boolean {
  // A sum without a currency is in the currency of what is open.
  const currency = currencyColumnOf(parameter) === null ? undefined : parseMoney(jsonText(value))?.currency
  return canonical(parameter, said, currency) === canonical(parameter, value, currency)
}

function canonical(parameter: Parameter, value: Json, currency: string | undefined): string {
  const normalised = normaliseArgument(parameter, jsonText(value), currency)
  return normalised.kind === 'value' ? jsonText(normalised.value) : foldSpace(jsonText(value)).toLowerCase()
}
