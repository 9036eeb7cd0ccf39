import type { Json, JsonObject } from '../../json.ts'

/** A UJG command payload: any of the ten properties of section 10, as the published schema admits it. */
export type Contract = {
  readonly commandRef?: string
  readonly parameters?: readonly ContractParameter[]
  readonly preconditions?: readonly ContractPrecondition[]
  readonly result?: JsonObject
  readonly error?: JsonObject
  readonly retry?: 'none' | 'manual' | 'automatic'
  readonly idempotency?: 'unknown' | 'idempotent' | 'non-idempotent'
  readonly triggerKinds?: readonly string[]
  readonly outputDestinations?: readonly string[]
  readonly outcomes?: ContractOutcomes
}

export type ContractParameter = {
  readonly name: string
  readonly kind: 'scalar' | 'structured' | 'entity-ref' | 'selection' | 'file' | 'secret'
  readonly required?: boolean
  readonly source?: string
  readonly defaultValueHint?: Json
}

type ContractPrecondition = { readonly kind: string; readonly ref?: string; readonly value?: Json }

type ContractOutcomes = {
  readonly successNodeRef?: string
  readonly errorNodeRef?: string
  readonly emitEvents?: readonly string[]
}

/**
 * The effective payload of a transition (UJG 8 and 9). `levels` go from the least to the most specific: Journey, each
 * CompositeState from outside in, the source State, its OutgoingTransitionGroup, the Transition.
 * Single values are replaced whole; parameters are one per name and preconditions one per kind and ref, the more specific
 * one in the place of the inherited one; lists of strings lose their duplicates; outcomes merge key by key.
 */
export function mergeContracts(levels: readonly Contract[]): Contract {
  return levels.reduce<Contract>(mergeTwo, {})
}

function mergeTwo(inherited: Contract, specific: Contract): Contract {
  return {
    ...inherited,
    ...specific,
    ...withList(
      'parameters',
      byIdentity(inherited.parameters, specific.parameters, ({ name }) => name),
    ),
    ...withList(
      'preconditions',
      byIdentity(inherited.preconditions, specific.preconditions, ({ kind, ref }) => JSON.stringify([kind, ref])),
    ),
    ...withList('triggerKinds', byIdentity(inherited.triggerKinds, specific.triggerKinds, String)),
    ...withList('outputDestinations', byIdentity(inherited.outputDestinations, specific.outputDestinations, String)),
    ...mergeOutcomes(inherited.outcomes, specific.outcomes),
  }
}

function mergeOutcomes(inherited: ContractOutcomes | undefined, specific: ContractOutcomes | undefined): Contract {
  if (inherited === undefined && specific === undefined) return {}
  const events = byIdentity(inherited?.emitEvents, specific?.emitEvents, String)
  return { outcomes: { ...inherited, ...specific, ...withList('emitEvents', events) } }
}

/** One item per identity: the place is that of the first, the value that of the last. */
function byIdentity<T>(
  inherited: readonly T[] | undefined,
  specific: readonly T[] | undefined,
  identity: (item: T) => string,
): readonly T[] | undefined {
  if (inherited === undefined && specific === undefined) return undefined
  return [...new Map([...(inherited ?? []), ...(specific ?? [])].map((item) => [identity(item), item])).values()]
}

/** An absent list stays absent: an empty one would say something else. */
function withList<K extends string, T>(key: K, list: T | undefined): { readonly [key in K]?: T } {
  // A computed key widens to an index signature; the key is the one named in the type.
  return list === undefined ? {} : ({ [key]: list } as { readonly [key in K]: T })
}
