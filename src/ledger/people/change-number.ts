import type { Person } from '../../access/person.ts'
import { normalisePhone } from '../../access/phone.ts'
import { bringIn } from './bring-in.ts'
import type { Executor } from '../database.ts'
import { activePerson, checkReach, lockPeople, refused, store, type PeopleChange } from './people-changes.ts'
import { rowsOfLine } from './person-row.ts'
import type { Secrets } from '../secrets/secrets.ts'

/**
 * Somebody under their new number, with their name, roles, language and time zone, and under the one of before, which has no rights any
 * more. To the ledger these are two people: whoever holds a phone is its person, so nothing that was begun, confirmed or awaited under
 * the old number goes on under the new one, and nothing that is told there is told to whoever has the old number next.
 */
export type Moved = { readonly person: Person; readonly before: Person }

/**
 * Gives what somebody may do to their new number and takes it from the old one, in the caller's transaction.
 * @throws UserError `precondition_failed`: nobody active has the old number, it is the actor's own, the new one is not acceptable or
 *   has somebody, or they have rights that the actor lacks
 */
export async function changeNumber(
  db: Executor,
  secrets: Secrets,
  { phone, number, now, ...change }: PeopleChange & { readonly phone: string; readonly number: string; now: Date },
): Promise<Moved> {
  const actor = await lockPeople(db, secrets, change)
  const before = await activePerson(db, secrets, phone)
  if (before.id === actor.id) throw refused('Nobody changes their own number; another owner does it')
  for (const role of before.roles) checkReach(actor, role, change.rules)
  const wanted = normalisePhone(number)
  if (wanted === null) throw refused('The phone number is not written with its country, like +5511990000001')
  const known = await rowsOfLine(db, wanted)
  if (known.some(({ active }) => active)) throw refused('Somebody is here under that number already')
  const { name, roles, language, timeZone } = before
  const own = { name, roles: [...roles], language, time_zone: timeZone }
  const person = await bringIn(db, secrets, { number: wanted, known, first: own, again: own })
  await store(db, secrets, before.id, 'active', { active: false, removed_at: now })
  return { person, before }
}
