import type { Parameter } from '../../catalogue/catalogue.ts'
import { currencyColumnOf } from '../../envelope/money-amount.ts'
import { foldSpace, normaliseArgument } from '../../envelope/normalise-argument.ts'
import { type Json, jsonText } from '../../json.ts'
import type { Wish } from '../../understanding/wish.ts'
import { parseMoney } from '../../understanding/values/money-text.ts'
import type { Context } from '../scene.ts'

/** Whether a wish is for this command with these values; what was not said again is taken to be the same. */
export function isSameCommand(
  { catalogue }: Pick<Context, 'catalogue'>,
  said: Wish,
  command: string,
  values: Readonly<Record<string, Json>>,
): boolean {
  const parameters = catalogue.commands.get(said.command)?.parameters ?? []
  return (
    command === said.command &&
    parameters.every(({ name }) => said.args[name] === undefined || values[name] !== undefined) &&
    parameters.every((parameter) => isSameValue(parameter, said.args[parameter.name], values[parameter.name]))
  )
}

function isSameValue(parameter: Parameter, said: string | undefined, value: Json | undefined): boolean {
  if (said === undefined || value === undefined) return true
  // A sum without a currency is in the currency of what is open.
  const currency = currencyColumnOf(parameter) === null ? undefined : parseMoney(jsonText(value))?.currency
  return canonical(parameter, said, currency) === canonical(parameter, value, currency)
}

function canonical(parameter: Parameter, value: Json, currency: string | undefined): string {
  const normalised = normaliseArgument(parameter, jsonText(value), currency)
  return normalised.kind === 'value' ? jsonText(normalised.value) : foldSpace(jsonText(value)).toLowerCase()
}
