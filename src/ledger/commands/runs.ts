/** Who runs a command. Taking a run raises its epoch, and whoever holds an older one can write nothing any more. */
import { sql } from 'kysely'
import { TerminalError } from '../../errors.ts'
import type { Journal, JournalEntry } from '../../execution/run/journal.ts'
import type { Executor, LedgerDb } from '../database.ts'
import { insist } from '../insist.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { commitsAsynchronously } from '../transact.ts'
import { hasBegun } from './has-begun.ts'
import { codeOfEntry, codeOfRun, isVouchedEntry, isVouchedRun, type RunHolder } from './vouched-runs.ts'

/** The owner of a run that was let go. */
export const nobody = ''

/** A run as it is stored. */
export type StoredRun = {
  /** How often it was taken. */
  readonly epoch: number
  /** The worker that last took it, '' once that one has let it go; `null` where nothing vouches for either. */
  readonly owner: string | null
}

/**
 * Takes over the run of a command; the caller has locked its envelope and knows what is stored of it, `null` when nothing is. Returns the
 * fencing epoch.
 */
export async function takeRun(
  db: Executor,
  secrets: Secrets,
  { commandId, owner, stored, now }: { commandId: string; owner: string; stored: StoredRun | null; now: Date },
): Promise<number> {
  const epoch = (stored?.epoch ?? 0) + 1
  const code = codeOfRun(secrets, { commandId, epoch, owner })
  await db
    .insertInto('runs')
    .values({ command_id: commandId, epoch, owner, code, started_at: now, finished_at: null })
    .onConflict((conflict) => conflict.column('command_id').doUpdateSet({ epoch, owner, code }))
    .execute()
  return epoch
}

/** What is stored of the run of a command; `null` when nothing is. */
export async function runOf(db: Executor, secrets: Secrets, commandId: string): Promise<StoredRun | null> {
  const run = await db
    .selectFrom('runs')
    .select(['epoch', 'owner', 'code'])
    .where('command_id', '=', commandId)
    .executeTakeFirst()
  if (run === undefined) return null
  return { epoch: run.epoch, owner: isVouchedRun(secrets, { commandId, ...run }) ? run.owner : null }
}

/**
 * Keeps workers from beginning with a command that is about to be rejected, in the caller's transaction, which has locked its envelope.
 * False, with nothing written, when one has begun. One that has only taken it may be about to write its first intent: either that comes
 * first and is seen here, or it is refused.
 */
export async function barRun(db: Executor, secrets: Secrets, commandId: string): Promise<boolean> {
  // Waits for an intent that is being written, and the next one waits for this.
  await db.selectFrom('runs').select('epoch').where('command_id', '=', commandId).forUpdate().execute()
  if (await hasBegun(db, secrets, commandId)) return false
  await db
    .updateTable('runs')
    .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
    .where('command_id', '=', commandId)
    .execute()
  return true
}

/**
 * Lets go of a run that is not over and of which nothing goes on any more, so that the next worker need not wait until its owner is gone.
 * Changes nothing when another one has taken it over.
 */
export async function releaseRun(
  db: Executor,
  secrets: Secrets,
  { commandId, epoch, owner }: RunHolder,
): Promise<void> {
  await db
    .updateTable('runs')
    .set({ owner: nobody, code: codeOfRun(secrets, { commandId, epoch, owner: nobody }) })
    .where('command_id', '=', commandId)
    .where('epoch', '=', epoch)
    .where('owner', '=', owner)
    .where('finished_at', 'is', null)
    .execute()
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
 * is written; a result follows with the next intent or the outcome, whichever comes first. What comes to be written is known here
 * alone, and is written again while the ledger is away: an entry that is there twice says the same. Reading it throws TerminalError
 * `digest_mismatch` when anything in it was written by something else.
 */
export function createPostgresJournal(db: LedgerDb, secrets: Secrets, { commandId, epoch, owner }: RunHolder): Journal {
  return {
    read: async () => {
      // Before the first run of a command nobody can have written anything.
      if (epoch === 1) return []
      const rows = await db
        .selectFrom('journal')
        .distinctOn('step')
        .select(['entry', 'seq', 'step', 'code'])
        .where('command_id', '=', commandId)
        .orderBy('step')
        // No step begins once more after its result: an intent behind it is an earlier attempt that Postgres was late with.
        .orderBy(sql`entry->>'kind' = 'intent'`)
        .orderBy('seq', 'desc')
        .execute()
      if (!rows.every((row) => isVouchedEntry(secrets, { commandId, ...row }))) throw notWritten(commandId)
      // Written by `write` below alone.
      return rows
        .toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)))
        .map(({ entry }) => entry as unknown as JournalEntry)
    },
    write: (entry) => insist(() => writeEntry(db, secrets, { commandId, epoch, owner }, entry)),
  }
}

async function writeEntry(
  db: LedgerDb,
  secrets: Secrets,
  { commandId, epoch, owner }: RunHolder,
  entry: JournalEntry,
): Promise<void> {
  const settings = entry.kind === 'intent' ? sql`` : sql`, ${commitsAsynchronously}`
  // The row lock makes a take-over wait for this write, and this write see a take-over.
  const { numAffectedRows } = await sql`
    insert into journal (command_id, epoch, step, kind, entry, code)
    select command_id, epoch, ${entry.step}, ${entry.kind}, ${JSON.stringify(entry)}::jsonb,
      ${codeOfEntry(secrets, commandId, entry)}::bytea
    from (
      select command_id, epoch from runs
      where command_id = ${commandId} and epoch = ${epoch} and owner = ${owner} for share
    ) as run${settings}`.execute(db)
  if (numAffectedRows !== 1n) throw fenced(commandId)
}

function notWritten(commandId: string): TerminalError {
  return new TerminalError('digest_mismatch', `The journal of ${commandId} is not what was written while it ran`)
}

function fenced(commandId: string): TerminalError {
  return new TerminalError('fenced', `Another worker has taken over command ${commandId}`)
}
