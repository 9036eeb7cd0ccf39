/** Who runs a command. Taking a run raises its epoch, and whoever holds an older one can write nothing any more. */
import { sql } from 'kysely'
import { TerminalError } from '../errors.ts'
import type { Journal, JournalEntry } from '../execution/journal.ts'
import type { Executor, LedgerDb } from './database.ts'
import { commitsAsynchronously } from './transact.ts'

/**
 * Whose run it is. The epoch alone would tell two workers apart, except that taking a run reaches the disk only with
 * whatever is written next: if Postgres dies in between, an epoch is given a second time.
 */
export type RunHolder = { readonly commandId: string; readonly epoch: number; readonly owner: string }

/** Takes over the run of a command; the caller has locked its envelope. Returns the fencing epoch. */
export async function takeRun(
  db: Executor,
  { commandId, owner, now }: { commandId: string; owner: string; now: Date },
): Promise<number> {
  const { epoch } = await db
    .insertInto('runs')
    .values({ command_id: commandId, epoch: 1, owner, started_at: now, finished_at: null })
    .onConflict((conflict) => conflict.column('command_id').doUpdateSet({ epoch: sql<number>`runs.epoch + 1`, owner }))
    .returning('epoch')
    .executeTakeFirstOrThrow()
  return epoch
}

/** The worker that last took the run; `null` when none has begun. */
export async function ownerOfRun(db: Executor, commandId: string): Promise<string | null> {
  const run = await db.selectFrom('runs').select('owner').where('command_id', '=', commandId).executeTakeFirst()
  return run?.owner ?? null
}

/** Whether a worker has ever begun with a command. */
export async function hasRun(db: Executor, commandId: string): Promise<boolean> {
  return (await ownerOfRun(db, commandId)) !== null
}

/** Ends a run. @throws TerminalError `fenced` when another worker has taken it over */
export async function finishRun(
  db: Executor,
  { commandId, epoch, owner, now }: RunHolder & { readonly now: Date },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ finished_at: now })
    .where('command_id', '=', commandId)
    .where('epoch', '=', epoch)
    .where('owner', '=', owner)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw fenced(commandId)
}

/** Whether this holder, and nobody after it, has ended the run. */
export async function hasFinished(db: Executor, { commandId, epoch, owner }: RunHolder): Promise<boolean> {
  const run = await db
    .selectFrom('runs')
    .select('epoch')
    .where('command_id', '=', commandId)
    .where('epoch', '=', epoch)
    .where('owner', '=', owner)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  return run !== undefined
}

/**
 * The journal of one run in Postgres; every write is one statement that checks whose run it is. An intent is on disk once it
 * is written; a result follows with the next intent or the outcome, whichever comes first.
 */
export function createPostgresJournal(db: LedgerDb, { commandId, epoch, owner }: RunHolder): Journal {
  return {
    read: async () => {
      // Before the first run of a command nobody can have written anything.
      if (epoch === 1) return []
      const rows = await db
        .selectFrom('journal')
        .distinctOn('step')
        .select(['entry', 'seq', 'step'])
        .where('command_id', '=', commandId)
        .orderBy('step')
        .orderBy('seq', 'desc')
        .execute()
      // Written by `write` below alone.
      return rows
        .toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)))
        .map(({ entry }) => entry as unknown as JournalEntry)
    },
    write: async (entry) => {
      const settings = entry.kind === 'intent' ? sql`` : sql`, ${commitsAsynchronously}`
      // The row lock makes a take-over wait for this write, and this write see a take-over.
      const { numAffectedRows } = await sql`
        insert into journal (command_id, epoch, step, kind, entry)
        select command_id, epoch, ${entry.step}, ${entry.kind}, ${JSON.stringify(entry)}::jsonb
        from (
          select command_id, epoch from runs
          where command_id = ${commandId} and epoch = ${epoch} and owner = ${owner} for share
        ) as run${settings}`.execute(db)
      if (numAffectedRows !== 1n) throw fenced(commandId)
    },
  }
}

function fenced(commandId: string): TerminalError {
  return new TerminalError('fenced', `Another worker has taken over command ${commandId}`)
}
