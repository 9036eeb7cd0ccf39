/** Identities whose refused attempts come too fast get no answer for a while. */
import { sql } from 'kysely'
import { sameLine } from '../../access/same-line.ts'
import type { Executor } from '../database.ts'

/** This many refused attempts lock an identity out … */
export const maxRefusals = 10
/** … when they come within this time, in milliseconds … */
export const refusalsWithinMs = 10 * 60_000
/** … for this long, in milliseconds. */
export const lockedOutMs = 15 * 60_000

/** Counts a refused attempt. `begins`: this attempt locks the identity out, which is the moment to tell the owners. */
export async function countRefusal(
  db: Executor,
  identityId: string,
  now: Date,
): Promise<{ readonly locked: boolean; readonly begins: boolean }> {
  if ((await standingOf(db, identityId, now)).lockedOut) return { locked: true, begins: false }
  const since = new Date(now.getTime() - refusalsWithinMs)
  // One statement, so that concurrent attempts are all counted; the row's lock puts them in order.
  const { rows } = await sql<{ refusals: number }>`
    insert into lockouts (identity_id, refused_at) values (${identityId}, array[${now}::timestamptz])
    on conflict (identity_id) do update set refused_at =
      array(select at from unnest(lockouts.refused_at) as at where at > ${since}) || ${now}::timestamptz
    returning cardinality(refused_at) as refusals`.execute(db)
  if ((rows[0]?.refusals ?? 0) < maxRefusals) return { locked: false, begins: false }
  const { numUpdatedRows } = await db
    .updateTable('lockouts')
    .set({ locked_until: new Date(now.getTime() + lockedOutMs), refused_at: [] })
    .where('identity_id', '=', identityId)
    .where(sql<boolean>`cardinality(refused_at) >= ${maxRefusals}`)
    .executeTakeFirst()
  return { locked: true, begins: numUpdatedRows === 1n }
}

/** The standing of an identity: whether it gets no answer now, and whether refused attempts of it are on record. */
export async function standingOf(
  db: Executor,
  identityId: string,
  now: Date,
): Promise<{ readonly lockedOut: boolean; readonly refused: boolean }> {
  const row = await db
    .selectFrom('lockouts')
    .select(['refused_at', 'locked_until'])
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  if (row === undefined) return { lockedOut: false, refused: false }
  return { lockedOut: row.locked_until !== null && row.locked_until > now, refused: row.refused_at.length > 0 }
}

/** Forgets the refused attempts of an identity that has now succeeded; a lockout that has begun continues. */
export async function clearRefusals(db: Executor, identityId: string): Promise<void> {
  await db.updateTable('lockouts').set({ refused_at: [] }).where('identity_id', '=', identityId).execute()
}

/** Lifts the lockout of whoever speaks under this number: somebody who knows them has just given them rights. */
export async function liftLockout(db: Executor, phone: string): Promise<void> {
  await db
    .deleteFrom('lockouts')
    .where('identity_id', 'in', (query) =>
      query.selectFrom('identities').select('id').where('kind', '=', 'phone').where('value', 'in', sameLine(phone)),
    )
    .execute()
}
