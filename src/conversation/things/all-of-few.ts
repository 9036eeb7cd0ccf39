import type { EntityRow } from '../../catalogue/catalogue.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { maxCandidates, type Scene } from '../scene.ts'

/** All things of a kind; none where they are too many to choose from by number. */
export function allOfFew(
  { context, facts }: Scene,
  entity: string,
): readonly EntityRow[] | { readonly kind: 'needs'; readonly lookups: readonly Lookup[] } {
  if (context.catalogue.entities.get(entity)?.all == null) return []
  const lookup = { kind: 'entity', entity, by: 'all', value: '' } as const
  const rows = factOf(facts, lookup)
  if (rows === undefined) return { kind: 'needs', lookups: [lookup] }
  return rows.length > maxCandidates ? [] : rows
}
