import type { PersonEntry } from '../access/load-people.ts'
import type { Person } from '../access/person.ts'
import type { Executor } from './database.ts'

/** Makes the people of the file the people of the ledger; whoever came from a file and is in it no more has no rights. */
export async function syncPeople(db: Executor, entries: readonly PersonEntry[]): Promise<void> {
  const phones = entries.map(({ phone }) => phone)
  await db
    .updateTable('people')
    .set({ active: false })
    .where('source', '=', 'file')
    .$if(phones.length > 0, (query) => query.where('phone', 'not in', phones))
    .execute()
  for (const { phone, name, roles, language, timeZone } of entries) {
    const values = { name, roles: [...roles], language, time_zone: timeZone, active: true, source: 'file' }
    await db
      .insertInto('people')
      .values({ phone, ...values })
      .onConflict((conflict) => conflict.column('phone').doUpdateSet(values))
      .execute()
  }
}

/** Who speaks under an identity, with the rights of this moment; `null` for a stranger (invariant 6). */
export async function findPerson(db: Executor, identityId: string): Promise<Person | null> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('people', (join) =>
      join.onRef('people.phone', '=', 'identities.value').on('identities.kind', '=', 'phone'),
    )
    .selectAll('people')
    .where('identities.id', '=', identityId)
    .where('people.active', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    phone: row.phone,
    name: row.name,
    roles: row.roles,
    language: row.language,
    timeZone: row.time_zone,
  }
}
