import type { Person } from './person.ts'

/** Whether a person's roles cover a scope. Nobody may do anything that no role of theirs grants (invariant 6). */
export function may({
  person,
  scope,
  roles,
}: {
  readonly person: Pick<Person, 'roles'>
  readonly scope: string
  /** Role → scope patterns, from the catalogue. */
  readonly roles: ReadonlyMap<string, readonly string[]>
}): boolean {
  return person.roles.some((role) => roles.get(role)?.some((pattern) => covers(pattern, scope)) ?? false)
}

const wellFormed = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/u

/** Whether a pattern of a role covers a scope: `*` every one, `orders.*` those below `orders`, else that very scope. */
export function covers(pattern: string, scope: string): boolean {
  if (!wellFormed.test(scope)) return false
  if (pattern === '*') return true
  return pattern.endsWith('.*') ? scope.startsWith(pattern.slice(0, -1)) : scope === pattern
}
