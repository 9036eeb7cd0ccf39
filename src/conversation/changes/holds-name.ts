import type { Command, EntityRow } from '../../catalogue/catalogue.ts'
import { isJsonObject, type Json } from '../../json.ts'
import type { CommandRecord } from '../lookup.ts'
import { callArgument, isFreeText } from '../render/describe-command.ts'
import { labelOf } from '../render/show-columns.ts'
import type { Context } from '../scene.ts'
import { plainWords } from '../things/plain-words.ts'

/**
 * Whether a command was for whoever or whatever is called so, also where only what was found then says whose the thing is. What somebody
 * wrote freely names nothing: an order that is cancelled “because the refund failed” is no refund.
 */
export function holdsName(
  context: Context,
  command: Command,
  { args, facts }: Pick<CommandRecord, 'args' | 'facts'>,
  name: string,
): boolean {
  const named = command.parameters.filter(
    (parameter) =>
      args[parameter.name] !== undefined && (!isFreeText(parameter) || parameter.schema['personName'] === true),
  )
  const values = named.map((parameter) => callArgument(context.locale, command, parameter, { args, found: facts }))
  if (values.some((value) => isPart(name, value))) return true
  // A number in the label of a thing is mostly no number of it.
  if (!/\p{L}/u.test(name)) return false
  return named.some(({ name: parameter, entity }) => {
    const row = entity === null ? undefined : facts[entity]
    if (entity === null || !isRow(row) || row.id !== args[parameter]) return false
    return isPart(name, labelOf(context, entity, row))
  })
}

/** Whether all of these words stand there, in their order. */
function isPart(words: string, text: string): boolean {
  return ` ${plainWords(text)} `.includes(` ${plainWords(words)} `)
}

function isRow(fact: Json | undefined): fact is EntityRow {
  return isJsonObject(fact) && typeof fact['id'] === 'string'
}
