import type { JsonObject } from '../json.ts'

/** What a role gives: a scope pattern (`orders.cancel`, `orders.*`, `*`), or one with limits on arguments. */
export type Grant = string | LimitedGrant

/** A right that holds only while every named argument is given and keeps to its limit. */
export type LimitedGrant = {
  readonly scope: string
  /** Parameter → keywords of JSON Schema: `{ amount: { maximum: 50 } }`. */
  readonly limits: Readonly<Record<string, JsonObject>>
}

/** Role → what it gives, from the catalogue; a role that is not here gives nothing. */
export type Roles = ReadonlyMap<string, readonly Grant[]>

/** The pattern of a grant, limited or not. */
export function patternOf(grant: Grant): string {
  return typeof grant === 'string' ? grant : grant.scope
}

/** Everything that a person's roles give. */
export function grantsOf(person: { readonly roles: readonly string[] }, roles: Roles): readonly Grant[] {
  return person.roles.flatMap((role) => roles.get(role) ?? [])
}
