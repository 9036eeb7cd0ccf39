import { sql } from 'kysely'
import type { Readings } from '../../telemetry/prometheus.ts'
import type { Executor } from '../database.ts'
import { isBegun } from './has-begun.ts'

/** As far back as the sealer itself looks on most passes. */
const nearRows = 1_000

/** How much is under way and how long it has been waiting, in one statement that reads only what is open. */
export async function readOperations(db: Executor): Promise<Readings> {
  type Row = {
    waiting: number
    running: number
    unsent: number
    unsent_seconds: number
    open_rows: number
    unsealed_seconds: number
  }
  const { rows } = await sql<Row>`
    select commands.waiting, commands.running, unsent.*, open.open_rows, unsealed.unsealed_seconds
    from (
      select count(*) filter (where not ${isBegun('e')})::int as waiting, count(*) filter (where ${isBegun('e')})::int as running
      from envelopes e where e.status = 'confirmed'
    ) commands, (
      select count(*)::int as unsent, greatest(0, coalesce(extract(epoch from now() - min(created_at)), 0))::float8 as unsent_seconds
      from outbox where sent_at is null
    ) unsent, (
      select count(*)::int as open_rows from inbox where done_at is null
    ) open, (
      select greatest(0, coalesce(extract(epoch from now() - min(e.at)), 0))::float8 as unsealed_seconds from evidence e
      where e.id > coalesce((select evidence_id from evidence_seals order by seq desc limit 1), 0) - ${nearRows}
        and not exists (select from evidence_seals s where s.evidence_id = e.id)
    ) unsealed`.execute(db)
  const [row] = rows
  return {
    commands: { waiting: row?.waiting ?? 0, running: row?.running ?? 0 },
    unsentReplies: { count: row?.unsent ?? 0, oldestSeconds: row?.unsent_seconds ?? 0 },
    openRows: row?.open_rows ?? 0,
    unsealedSeconds: row?.unsealed_seconds ?? 0,
  }
}

/** Whether the ledger answers; throws whatever it says when it does not. */
export async function isReachable(db: Executor): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}
