import { sql } from 'kysely'
import type { ChangeSince } from '../../conversation/lookup.ts'
import type { Executor } from '../database.ts'
import { recordOfRow, recordRows } from './envelopes.ts'

/** As many of the newest are looked at. */
const mostLookedAt = 20

/** What was done with a thing after a command was, wholly or halfway, by whoever it was; the earliest first. */
export async function laterChanges(
  db: Executor,
  wanted: {
    readonly personId: string
    readonly commandId: string
    readonly entity: string
    readonly targetId: string
    /** When that command was done, ISO 8601. */
    readonly since: string
  },
): Promise<readonly ChangeSince[]> {
  const rows = await recordRows(db)
    .leftJoin('people', 'people.id', 'envelopes.person_id')
    .select('people.name as who')
    .where('envelopes.command_id', '<>', wanted.commandId)
    .where('target_entity', '=', wanted.entity)
    .where(sql<boolean>`coalesce(target_id, '') = ${wanted.targetId}`)
    .where('safety', '<>', 'read')
    .where('settled_at', '>', new Date(wanted.since))
    .where((where) =>
      where.or([
        where('status', '=', 'executed'),
        where('verdicts.verdict', 'in', ['happened', 'in_part']),
        sql<boolean>`outcome->>'effect' = 'some'`,
      ]),
    )
    .orderBy('settled_at', 'desc')
    .limit(mostLookedAt)
    .execute()
  return rows
    .map((row) => ({ record: recordOfRow(row), who: row.who ?? '', isOwn: row.person_id === wanted.personId }))
    .toReversed()
}
