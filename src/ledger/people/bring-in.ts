import type { Person } from '../../access/person.ts'
import type { Executor } from '../database.ts'
import { liftLockout } from './lockouts.ts'
import { forgottenMacs, personOf } from './people.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { vouchFor } from './vouched-people.ts'

type Rights = { readonly name: string; readonly roles: string[] }
type Ways = { readonly language: string; readonly time_zone: string }

/**
 * Stores somebody with rights under a number that nobody active has, who is not locked out any more.
 * @param of.known everybody on the line of the number
 * @param of.first what they are where they were never here; `again`: what changes of somebody who was
 */
export async function bringIn(
  db: Executor,
  secrets: Secrets,
  {
    number,
    known,
    first,
    again,
  }: {
    readonly number: string
    readonly known: readonly { readonly phone: string }[]
    readonly first: Rights & Ways
    readonly again: Rights & Partial<Ways>
  },
): Promise<Person> {
  const chat = { active: true, chat_fields: ['name', 'roles', 'active'] }
  const row = await db
    .insertInto('people')
    .values({ phone: known[0]?.phone ?? number, ...first, ...chat, source: 'chat' })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ ...again, ...chat }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.deleteFrom('forgotten_phones').where('mac', 'in', forgottenMacs(secrets, number)).execute()
  await liftLockout(db, number)
  await vouchFor(db, secrets, row)
  return personOf(row)
}
