import { sql } from 'kysely'
import { ownerRole } from '../../access/owner.ts'
import type { Speaker } from '../../conversation/lookup.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { maySpeak } from './vouched-people.ts'

/** The rows of everybody who may speak, ordered by number. */
export async function speakerRows(db: Executor, secrets: Secrets) {
  const rows = await db.selectFrom('people').selectAll().where('active', '=', true).orderBy('phone').execute()
  return rows.filter((row) => maySpeak(secrets, row))
}

/** The rows of all owners who may speak, ordered by number. */
export async function ownerRows(db: Executor, secrets: Secrets) {
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where('active', '=', true)
    .where(sql<boolean>`${ownerRole} = any(roles)`)
    .orderBy('phone')
    .execute()
  return rows.filter((row) => maySpeak(secrets, row))
}

/** Whether anybody who may speak is an owner, not counting `exceptId`. */
export async function hasOwner(db: Executor, secrets: Secrets, exceptId?: string): Promise<boolean> {
  return (await ownerRows(db, secrets)).some(({ id }) => id !== exceptId)
}

/** Everybody who may speak except this person, with what they may do. */
export async function speakersBeside(db: Executor, secrets: Secrets, exceptId: string): Promise<readonly Speaker[]> {
  return (await speakerRows(db, secrets)).flatMap(({ id, name, roles }) =>
    id === exceptId ? [] : [{ id, name, roles }],
  )
}

/** The names of all owners except this person. */
export async function ownerNames(db: Executor, secrets: Secrets, exceptId: string): Promise<readonly string[]> {
  return (await ownerRows(db, secrets)).flatMap(({ id, name }) => (id === exceptId ? [] : [name]))
}
