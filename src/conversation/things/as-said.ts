import type { Command } from '../../catalogue/catalogue.ts'
import { asId } from '../../envelope/as-id.ts'
import { rawOf } from '../../envelope/file-reference.ts'
import type { JsonObject } from '../../json.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'
import type { Wish } from '../../understanding/wish.ts'

/** Known values as somebody would have to say them; an id stays one where something else may be called so. */
export function asSaid({ parameters }: Pick<Command, 'parameters'>, args: JsonObject): Wish['args'] {
  const said = parameters.flatMap(({ name, entity }) => {
    const value = args[name]
    if (value === undefined) return []
    const raw = rawOf(value)
    return [[name, entity !== null && isDigits(raw) ? asId(raw) : raw] as const]
  })
  return Object.fromEntries(said)
}
