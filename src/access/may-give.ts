import { grantsOf, patternOf, type Grant, type Roles } from './grant.ts'
import type { Person } from './person.ts'

/** Whether a person may give a role to somebody or take it away: only when it grants nothing that they do not have themselves. */
export function mayGive({
  person,
  role,
  roles,
}: {
  readonly person: Pick<Person, 'roles'>
  readonly role: string
  readonly roles: Roles
}): boolean {
  const own = grantsOf(person, roles)
  return (roles.get(role) ?? []).every((given) => own.some((grant) => includes(grant, given)))
}

function includes(own: Grant, given: Grant): boolean {
  if (typeof own !== 'string') return JSON.stringify(own) === JSON.stringify(given)
  const pattern = patternOf(given)
  if (own === '*' || own === pattern) return true
  return own.endsWith('.*') && pattern.startsWith(own.slice(0, -1))
}
