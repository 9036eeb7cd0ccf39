/**
 * Every run, and every entry of its journal, carries a code that only the secret can make. Without it a run has not begun, and nothing is
 * gone on with: somebody who can only write to the ledger's tables can neither have a step run that nobody confirmed, nor skip what is
 * asked before a run begins (invariant 1).
 */
import type { JournalEntry } from '../../execution/run/journal.ts'
import { codeText } from '../secrets/code-text.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'

const runPurpose = 'run'
const entryPurpose = 'journal'

/**
 * Whose run it is. The epoch alone would tell two workers apart, except that taking a run reaches the disk only with
 * whatever is written next: if Postgres dies in between, an epoch is given a second time.
 */
export type RunHolder = { readonly commandId: string; readonly epoch: number; readonly owner: string }

type StoredEntry = { readonly commandId: string; readonly entry: object }
type Code = { readonly code: Buffer | null }

/** The code of a run as its newest owner has taken it. */
export function codeOfRun(secrets: Secrets, holder: RunHolder): Buffer {
  return secrets.mac(runPurpose, ...partsOfRun(holder))
}

/** The code of an entry in the journal of a command. */
export function codeOfEntry(secrets: Secrets, commandId: string, entry: JournalEntry): Buffer {
  return secrets.mac(entryPurpose, ...partsOfEntry({ commandId, entry }))
}

/** Whether a worker took the run, under the ledger's current secret; an earlier one vouches for nothing. */
export function isVouchedRun(secrets: Secrets, { code, ...holder }: RunHolder & Code): boolean {
  return code !== null && secrets.verifyMacOf(secrets.keyId, code, runPurpose, ...partsOfRun(holder))
}

/** Whether a worker wrote the entry, under the ledger's current secret. */
export function isVouchedEntry(secrets: Secrets, { code, ...stored }: StoredEntry & Code): boolean {
  if (code === null) return false
  try {
    return secrets.verifyMacOf(secrets.keyId, code, entryPurpose, ...partsOfEntry(stored))
  } catch {
    // The tables may hold what Sayso would never store, such as what is nested too deep.
    return false
  }
}

/**
 * Gives a code under the current secret to every run that has not ended and that `before` vouches for, and to its journal: when the secret
 * changes, and once, with `before` null, for a ledger that had no codes yet.
 */
export async function vouchForRunsAnew(db: Executor, secrets: Secrets, before: Secrets | null): Promise<void> {
  const runs = await db
    .selectFrom('runs')
    .innerJoin('envelopes', 'envelopes.command_id', 'runs.command_id')
    .select(['runs.command_id as commandId', 'epoch', 'owner', 'code'])
    .where('status', '=', 'confirmed')
    .execute()
  for (const { code: old, ...run } of runs) {
    if (before !== null && !isVouchedRun(before, { ...run, code: old })) continue
    const code = codeOfRun(secrets, run)
    await db.updateTable('runs').set({ code }).where('command_id', '=', run.commandId).execute()
    await vouchForJournalAnew(db, secrets, before, run.commandId)
  }
}

async function vouchForJournalAnew(db: Executor, secrets: Secrets, before: Secrets | null, commandId: string) {
  const rows = await db
    .selectFrom('journal')
    .select(['seq', 'entry', 'code'])
    .where('command_id', '=', commandId)
    .execute()
  for (const { seq, ...row } of rows) {
    if (before !== null && !isVouchedEntry(before, { commandId, ...row })) continue
    const code = secrets.mac(entryPurpose, ...partsOfEntry({ commandId, entry: row.entry }))
    await db.updateTable('journal').set({ code }).where('seq', '=', seq).execute()
  }
}

function partsOfRun({ commandId, epoch, owner }: RunHolder): readonly string[] {
  return [commandId, String(epoch), owner]
}

function partsOfEntry({ commandId, entry }: StoredEntry): readonly string[] {
  return [commandId, codeText(entry)]
}
