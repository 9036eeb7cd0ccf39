import { sql } from 'kysely'
import type { JsonObject } from '../../json.ts'
import { asked, mayBeAsked } from './asking.ts'
import type { Executor } from '../database.ts'
import { isWorkerPresent } from '../worker-presence.ts'
import { isBegun } from './has-begun.ts'
import { nobody } from './runs.ts'
import { inDoubt } from './settlements.ts'

/** A command that somebody is waiting for: confirmed and not ended, or ended in a way that nobody knows yet. */
export type QueuedCommand = {
  readonly ref: string
  readonly command: string
  readonly args: JsonObject
  readonly facts: JsonObject
  readonly who: string
  /**
   * `asked_again`: nobody knows yet what came of a step, and its action is asked again and again; `resting`: not while everything
   * is paused.
   */
  readonly state: 'waiting' | 'running' | 'asked_again' | 'resting' | 'unknown'
  /** When it was confirmed; if it is in doubt, when it ended. */
  readonly since: Date
  /** When it is not asked again any more and becomes a case for people; `null`: it is not asked again, or until it can tell. */
  readonly until: Date | null
}

/** A command that failed. */
export type FailedCommand = {
  readonly ref: string
  readonly command: string
  readonly args: JsonObject
  readonly facts: JsonObject
  readonly reason: string
  readonly at: Date
}

/** What the ledger knows about its own work. */
export type WorkCounts = {
  readonly waiting: number
  readonly running: number
  /** Those of the running ones of which nobody knows yet what came of a step, and which are asked again. */
  readonly asked_again: number
  /** When the last of them is not asked again any more; `null`: there are none, or until they can tell. */
  readonly asked_until: Date | null
  /** Commands of which somebody has to find out whether they happened. */
  readonly unknown: number
  readonly unsent: number
}

const mostListed = 30
const mostErrors = 3

const wanted = sql`e.document->'args' as args, e.document->'sayso'->'facts' as facts`

/**
 * The commands that are in doubt, waiting or running, each group with the oldest first; read from the ledger, not from the
 * queue, which holds only hints.
 */
export async function readQueue(db: Executor): Promise<readonly QueuedCommand[]> {
  const { rows } = await sql<QueuedCommand>`
    select e.ref, e.name as command, ${wanted}, p.name as who, coalesce(e.settled_at, e.confirmed_at) as since,
      case when e.status = 'failed' then 'unknown' when not ${isBegun('e')} then 'waiting'
        when asked.is_asked is null then 'running' when ${mayBeAsked} then 'asked_again' else 'resting' end as state,
      asked.until
    from envelopes e join people p on p.id = e.person_id left join runs r on r.command_id = e.command_id
      left join ${asked}
    where e.status = 'confirmed' or ${inDoubt}
    order by e.status = 'failed' desc, since, e.ref limit ${mostListed}`.execute(db)
  return rows
}

/** The newest failures, except those of which somebody has found out what really happened. */
export async function readErrors(db: Executor): Promise<readonly FailedCommand[]> {
  const { rows } = await sql<FailedCommand>`
    select ref, name as command, ${wanted}, coalesce(reason, '') as reason, settled_at as at
    from envelopes e where status = 'failed' and not exists (select from settlements s where s.command_id = e.command_id)
    order by settled_at desc limit ${mostErrors}`.execute(db)
  return rows
}

/**
 * How many commands have begun, or may begin at any moment since a worker that is there has taken them, and are not over, but for one.
 * Those that nobody has and that have not begun wait as all others do.
 */
export async function countRunningBeside(db: Executor, commandId: string | undefined): Promise<number> {
  const { rows } = await sql<{ owner: string; begun: number; taken: number }>`
    select r.owner, count(*) filter (where ${isBegun('e')})::int as begun, count(*)::int as taken
    from envelopes e join runs r using (command_id)
    where e.status = 'confirmed' and e.command_id is distinct from ${commandId ?? null}
    group by r.owner`.execute(db)
  let running = 0
  for (const { owner, begun, taken } of rows) {
    const isThere = taken > begun && owner !== nobody && (await isWorkerPresent(db, owner))
    running += isThere ? taken : begun
  }
  return running
}

export async function countWork(db: Executor): Promise<WorkCounts> {
  const { rows } = await sql<WorkCounts>`
    select count(*) filter (where e.status = 'confirmed' and not ${isBegun('e')})::int as waiting,
      count(*) filter (where e.status = 'confirmed' and ${isBegun('e')})::int as running,
      count(asked.is_asked)::int as asked_again, max(asked.until) as asked_until,
      (select count(*) from envelopes e where ${inDoubt})::int as unknown,
      (select count(*) from outbox where sent_at is null)::int as unsent
    from envelopes e left join runs r on r.command_id = e.command_id left join ${asked}
    where e.status = 'confirmed'`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, asked_again: 0, asked_until: null, unknown: 0, unsent: 0 }
}
