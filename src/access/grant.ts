import type { JsonObject } from '../json.ts'

/** What a role gives: a scope pattern (`orders.cancel`, `orders.*`, `*`), or one with limits on arguments or with somebody's approval. */
export type Grant = string | LimitedGrant

/** A right that holds only while every named argument is given and keeps to its limit. */
export type LimitedGrant = {
  readonly scope: string
  /** Parameter → keywords of JSON Schema: `{ amount: { maximum: 50 } }`; without any, every argument will do. */
  readonly limits?: Readonly<Record<string, JsonObject>>
  /** It may be asked for, of whoever may do it themselves. */
  readonly approval?: true
}

/** Role → what it gives, from the catalogue; a role that is not here gives nothing. */
export type Roles = ReadonlyMap<string, readonly Grant[]>

/** The pattern of a grant, limited or not. */
export function patternOf(grant: Grant): string {
  return typeof grant === 'string' ? grant : grant.scope
}

/** Whether it lets somebody do something themselves. */
export function isOwnRight(grant: Grant): boolean {
  return typeof grant === 'string' || grant.approval !== true
}

/** Everything that a person's roles give. */
export function grantsOf(person: { readonly roles: readonly string[] }, roles: Roles): readonly Grant[] {
  return person.roles.flatMap((role) => roles.get(role) ?? [])
}
