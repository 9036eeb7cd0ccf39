import type { Parameter } from '../../catalogue/catalogue.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
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
