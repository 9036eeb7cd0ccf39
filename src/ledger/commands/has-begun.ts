import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isVouchedEntry } from './vouched-runs.ts'

/**
 * Whether a worker has begun with a command: its journal has an entry that only a worker can have written. That one has taken it is not
 * enough: it may have died before it did anything, and then the command waits as any other.
 */
export async function hasBegun(db: Executor, secrets: Secrets, commandId: string): Promise<boolean> {
  const rows = await db.selectFrom('journal').select(['entry', 'code']).where('command_id', '=', commandId).execute()
  return rows.some((row) => isVouchedEntry(secrets, { commandId, ...row }))
}

/** The same of the commands of a query, for what is only told or looked through: whoever wrote the entry. */
export function isBegun(envelopes: 'envelopes' | 'e'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from journal where journal.command_id = ${sql.ref(`${envelopes}.command_id`)})`
}
