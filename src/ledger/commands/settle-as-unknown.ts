import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { admitCommandEvent } from '../talk/inbox.ts'
import { confirmedCommands } from './pending-work.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Secrets } from '../secrets/secrets.ts'

type Deps = { readonly secrets: Secrets; readonly clock: () => Date }

/**
 * After a restore: what was confirmed and not over when the backup was made may have run since, so it is never run again
 * (invariant 4). Each becomes a failure whose effect is unknown, with its evidence, its key held, and its person told. All of them do
 * so in the caller's transaction, the one in which they come back: nobody ever finds one that could be run. Returns their references.
 */
export async function settleAsUnknown(trx: Executor, deps: Deps): Promise<readonly string[]> {
  const settled: string[] = []
  // However many there are: they are told in parts.
  for (let ids = await confirmedCommands(trx); ids.length > 0; ids = await confirmedCommands(trx)) {
    for (const commandId of ids) settled.push(await settleOne(trx, deps, commandId))
  }
  return settled
}

async function settleOne(trx: Executor, deps: Deps, commandId: string): Promise<string> {
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
  if (lane === null) throw new TypeError(`Somebody else has settled ${commandId} meanwhile`)
  await sql`update claims set held = true where command_id = ${commandId}`.execute(trx)
  await sql`update runs set finished_at = ${deps.clock()} where command_id = ${commandId}`.execute(trx)
  await admitCommandEvent(trx, deps.secrets, 'outcome', { commandId, ...lane }, deps.clock())
  const { ref } = await trx
    .selectFrom('envelopes')
    .select('ref')
    .where('command_id', '=', commandId)
    .executeTakeFirstOrThrow()
  return ref
}
