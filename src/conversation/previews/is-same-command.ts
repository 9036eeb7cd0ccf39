import type { Parameter } from '../../catalogue/catalogue.ts'
import type { Json } from '../../json.ts'
import type { Wish } from '../../understanding/wish.ts'
import type { Context } from '../scene.ts'
import { isSameValue } from './is-same-value.ts'

/** Whether a wish is for this command with these values; what was not said again is taken to be the same. */
export function isSameCommand(
  { catalogue }: Pick<Context, 'catalogue'>,
  said: Wish,
  command: string,
  values: Readonly<Record<string, Json>>,
): boolean {
  const parameters = catalogue.commands.get(command)?.parameters ?? []
  return command === said.command && !parameters.some((parameter) => saysOther(parameter, said, values))
}

/** Whether something is said for a parameter that is not the value which is known; where none is known, anything is. */
export function saysOther(
  parameter: Parameter,
  { args: { [parameter.name]: said } }: Wish,
  { [parameter.name]: value }: Readonly<Record<string, Json | undefined>>,
): boolean {
  return said !== undefined && (value === undefined || !isSameValue(parameter, said, value))
}
