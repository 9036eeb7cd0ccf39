import { sql, type RawBuilder } from 'kysely'
import type { UnderWay } from '../../conversation/lookup.ts'
import { digestOf } from '../../envelope/digest.ts'
import type { Executor } from '../database.ts'
import { recordOfRow, recordRows } from './envelopes.ts'

/** More at the same time are not told. */
const mostTold = 3

type Thing = { readonly entity: string; readonly targetId: string }

/** Commands on a thing that are confirmed and have not ended, whoever asked for them; the earliest first. */
export async function underWayWith(
  db: Executor,
  wanted: Thing & { readonly personId: string },
): Promise<readonly UnderWay[]> {
  const rows = await recordRows(db)
    .leftJoin('people', 'people.id', 'envelopes.person_id')
    .select('people.name as who')
    .where(isUnderWayWith(wanted))
    .orderBy('confirmed_at')
    .limit(mostTold)
    .execute()
  return rows.map((row) => ({
    record: recordOfRow(row),
    who: row.who ?? '',
    isOwn: row.person_id === wanted.personId,
  }))
}

/**
 * Until the transaction ends nobody else confirms anything on the same thing: of two who do so at the same moment, the second sees
 * what the first did.
 */
export async function lockThing(db: Executor, { entity, targetId }: Thing): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${digestOf({ entity, targetId })}, 0))`.execute(db)
}

/** The earliest of the commands that are under way with a thing, as many as would be told, but for one. */
export async function idsUnderWay(
  db: Executor,
  { exceptId, ...thing }: Thing & { readonly exceptId: string },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('envelopes')
    .select('command_id')
    .where(isUnderWayWith(thing))
    .where('command_id', '<>', exceptId)
    .orderBy('confirmed_at')
    .limit(mostTold)
    .execute()
  return rows.map(({ command_id: commandId }) => commandId)
}

function isUnderWayWith({ entity, targetId }: Thing): RawBuilder<boolean> {
  return sql<boolean>`(envelopes.status = 'confirmed' and target_entity = ${entity} and coalesce(target_id, '') = ${targetId})`
}
