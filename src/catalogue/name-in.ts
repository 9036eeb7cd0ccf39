import type { Reading } from '../understanding/reading.ts'
import type { Catalogue } from './catalogue.ts'

/** @property entity the kind of thing that is called so */
type Name = { readonly parameter: string; readonly entity: string; readonly name: string }

/** The only value of what is asked for, where it is a name that things are found by: "Ana" of "the time zone of Ana"; else `null`. */
export function nameIn(
  { commands, entities }: Pick<Catalogue, 'commands' | 'entities'>,
  { command, args }: { readonly command: string; readonly args: Readonly<Record<string, string>> },
): Name | null {
  const [only, ...others] = Object.entries(args)
  if (only === undefined || others.length > 0) return null
  const [parameter, name] = only
  const entity = commands.get(command)?.parameters.find((each) => each.name === parameter)?.entity ?? null
  return entity === null || /\d/u.test(name) || entities.get(entity)?.byName == null
    ? null
    : { parameter, entity, name }
}

/** Whether a reading may be of several commands, this one among them, and the kind of thing that is called so tells which is meant. */
export function isToldByName(
  catalogue: Pick<Catalogue, 'commands' | 'entities'>,
  reading: Reading,
  token: string,
): boolean {
  const wishes = reading.kind === 'ambiguous' ? reading.wishes : []
  const entities = wishes.map((wish) => nameIn(catalogue, wish)?.entity)
  return (
    wishes.some(({ command }) => command === token) &&
    !entities.includes(undefined) &&
    new Set(entities).size === wishes.length
  )
}
