import { sql } from 'kysely'
import type { UnderWay } from '../conversation/lookup.ts'
import type { Executor } from './database.ts'
import { recordOfRow, recordRows } from './envelopes.ts'

/** More at the same time are not told. */
const mostTold = 3

/** Commands on a thing that are confirmed and have not ended, whoever asked for them; the earliest first. */
export async function underWayWith(
  db: Executor,
  wanted: { readonly personId: string; readonly entity: string; readonly targetId: string },
): Promise<readonly UnderWay[]> {
  const rows = await recordRows(db)
    .leftJoin('people', 'people.id', 'envelopes.person_id')
    .select('people.name as who')
    .where('status', '=', 'confirmed')
    .where('target_entity', '=', wanted.entity)
    .where(sql<boolean>`coalesce(target_id, '') = ${wanted.targetId}`)
    .orderBy('confirmed_at')
    .limit(mostTold)
    .execute()
  return rows.map((row) => ({
    record: recordOfRow(row),
    who: row.who ?? '',
    isOwn: row.person_id === wanted.personId,
  }))
}
