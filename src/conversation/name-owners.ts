import { ownerRole } from '../access/owner.ts'
import { factOf, type Lookup } from './lookup.ts'
import { say } from './render/say.ts'
import { showValue } from './render/show-value.ts'
import type { Scene } from './scene.ts'
import { done, needs, type Step } from './step.ts'

/**
 * "Can I talk to a person?": who looks after Sayso, by their names alone. Their numbers are for whoever may list people, and everybody
 * here knows whom the names are of.
 */
export function nameOwners({ session, context, facts }: Scene): Step {
  const lookup = { kind: 'owners' } as const satisfies Lookup
  const owners = factOf(facts, lookup)
  if (owners === undefined) return needs(lookup)
  const isOwner = context.person.roles.includes(ownerRole)
  const key = owners.length > 0 ? 'human_answer' : isOwner ? 'human_yourself' : 'human_nobody'
  const params = { count: owners.length, names: owners.map(showValue).join(', ') }
  return done(session, [{ about: 'info', text: say(context.locale, key, params) }])
}
