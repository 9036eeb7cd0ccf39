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
  const parameters = catalogue.commands.get(said.command)?.parameters ?? []
  return (
    command === said.command &&
    parameters.every(({ name }) => said.args[name] === undefined || values[name] !== undefined) &&
    parameters.every((parameter) => isSameValue(parameter, said.args[parameter.name], values[parameter.name]))
  )
}
