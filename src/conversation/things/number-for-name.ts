import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
import { asId } from '../../envelope/as-id.ts'
import { jsonText, type Json } from '../../json.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'
import type { Context } from '../scene.ts'

type View = Pick<Context, 'catalogue' | 'locale'>

/** Whether a number alone can be nothing but a part of what a thing is called ("Warehouse 12"), for nobody knows its id. */
export function isNumberForName(
  { catalogue, locale }: View,
  { type, entity }: Pick<Parameter, 'type' | 'entity'>,
  said: string,
): boolean {
  if (type !== 'id' || entity === null || !isDigits(said.trim())) return false
  // What is found by no name can be said by its id alone.
  return catalogue.entities.get(entity)?.byName != null && !isKnownById(locale.entities[entity])
}

/** Values that are known, as they would be said: an id for which a number alone would not be taken has its mark. */
export function saidOfKnown(
  view: View,
  command: Pick<Command, 'parameters'> | undefined,
  values: Readonly<Record<string, Json>>,
): Readonly<Record<string, string>> {
  const parameters = new Map(command?.parameters.map((parameter) => [parameter.name, parameter]))
  const saidOf = ([name, value]: [string, Json]): [string, string] => {
    const [parameter, said] = [parameters.get(name), jsonText(value)]
    return [name, parameter !== undefined && isNumberForName(view, parameter, said) ? asId(said) : said]
  }
  return Object.fromEntries(Object.entries(values).map(saidOf))
}
