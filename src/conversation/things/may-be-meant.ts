import type { Catalogue, EntityRow, Parameter } from '../../catalogue/catalogue.ts'
import { compileSchema } from '../../envelope/compile-schema.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import type { ByEntity } from './resolve-one.ts'

/** Lookups of Sayso's own: they know people by the end of their numbers, and time zones by other names. */
const ownDomain = 'admin'

/**
 * Whether a row may be what somebody means. What a lookup answers is data like anything else from outside: its id becomes an argument
 * only where a person could have given that very id, and whoever named an id means that one and no other.
 */
export function mayBeMeant(
  { entities }: Pick<Catalogue, 'entities'>,
  parameter: Parameter,
  { id }: EntityRow,
  { entity, by, value }: ByEntity,
): boolean {
  const named = idAsNamed(parameter, id)
  if (named === null) return false
  const isOwn = entities.get(entity)?.byId.actionDomain === ownDomain
  return by !== 'id' || isOwn || isSame(parameter, named, value)
}

/** How many of some rows no command takes: they are left out wherever something is looked for. */
export function countUnusable(
  { commands }: Pick<Catalogue, 'commands'>,
  entity: string,
  rows: readonly EntityRow[],
): number {
  const takers = [...commands.values()].flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameter.entity === entity),
  )
  if (takers.length === 0) return 0
  return rows.filter(({ id }) => takers.every((parameter) => idAsNamed(parameter, id) === null)).length
}

/** An id as an argument; `null` where nobody could give that very one. */
function idAsNamed(parameter: Parameter, id: string): string | null {
  const normalised = normaliseArgument(parameter, id)
  if (normalised.kind === 'invalid') return null
  // It is used as it stands, and not as a person's spelling of it would be.
  const isAsItStands = typeof normalised.value !== 'string' || compileSchema(parameter.schema)(id)
  return isAsItStands ? jsonText(normalised.value) : null
}

/** In capital letters or small ones, with noughts before it or without; of a phone number its end will do. */
function isSame({ type }: Parameter, id: string, asked: string): boolean {
  return type === 'phone' ? id.endsWith(asked) : plain(id) === plain(asked)
}

function plain(id: string): string {
  return id.toLowerCase().replace(/^0+(?=\d)/u, '')
}
