import { sql } from 'kysely'
import type { LedgerDb } from './database.ts'
import { admitCommandEvent } from './inbox.ts'
import { confirmedCommands } from './pending-work.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Secrets } from './secrets.ts'

/**
 * After a restore: what was confirmed and not over when the backup was made may have run since, so it is never run again
 * (invariant 4). Each becomes a failure whose effect is unknown, with its evidence, its key held, and its person told.
 * Returns their references.
 */
export async function settleAsUnknown(
  db: LedgerDb,
  deps: { readonly secrets: Secrets; readonly clock: () => Date },
): Promise<readonly string[]> {
  const settled: string[] = []
  for (const commandId of await confirmedCommands(db)) {
    await db.transaction().execute(async (trx) => {
      const lane = await recordOutcome(trx, deps, {
        commandId,
        from: 'confirmed',
        outcome: {
          kind: 'failed',
          reason: 'effect_unknown',
          explanation: 'The ledger was restored from a backup that was made before this command was over',
          effect: 'unknown',
          restored: true,
          outputs: {},
        },
      })
      if (lane === null) return
      await sql`update claims set held = true where command_id = ${commandId}`.execute(trx)
      await sql`update runs set finished_at = ${deps.clock()} where command_id = ${commandId}`.execute(trx)
      await admitCommandEvent(trx, deps.secrets, 'outcome', { commandId, ...lane }, deps.clock())
      const { ref } = await trx
        .selectFrom('envelopes')
        .select('ref')
        .where('command_id', '=', commandId)
        .executeTakeFirstOrThrow()
      settled.push(ref)
    })
  }
  return settled
}
