import { grantsOf, isOwnRight, patternOf, type Roles } from './grant.ts'
import type { Person } from './person.ts'

type Wanted = { readonly person: Pick<Person, 'roles'>; readonly scope: string; readonly roles: Roles }

/**
 * Whether a person's roles cover a scope, limited or not, without anybody's approval. Nobody may do anything that no role of
 * theirs grants (invariant 6); what they may do with these arguments, `judge` says.
 */
export function may({ person, scope, roles }: Wanted): boolean {
  return grantsOf(person, roles).some((grant) => isOwnRight(grant) && covers(patternOf(grant), scope))
}

/** The same, or with somebody's approval: what they may ask for, for menus and help, and before the arguments are known. */
export function mayAskFor({ person, scope, roles }: Wanted): boolean {
  return grantsOf(person, roles).some((grant) => covers(patternOf(grant), scope))
}

const wellFormed = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/u

/** Whether a pattern of a role covers a scope: `*` every one, `orders.*` those below `orders`, else that very scope. */
export function covers(pattern: string, scope: string): boolean {
  if (!wellFormed.test(scope)) return false
  if (pattern === '*') return true
  return pattern.endsWith('.*') ? scope.startsWith(pattern.slice(0, -1)) : scope === pattern
}
