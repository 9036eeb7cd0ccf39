/**
 * Exactly-once effects on the ledger itself: an effect and the mark that records it are one transaction, and the mark is
 * written first, so that a second attempt waits for the first one to end, however it ends
 * (`execution/actions/sql/sql-effects.ts` does the same for other databases).
 */
import { sql } from 'kysely'
import { RetryableError, TerminalError } from '../errors.ts'
import type { ActionContext, ProbeVerdict } from '../execution/action.ts'
import type { JsonObject } from '../json.ts'
import { whenConnected } from './connection-trouble.ts'
import type { Executor, LedgerDb } from './database.ts'

type Effect = Pick<ActionContext, 'effectId' | 'signal' | 'deadline'>

/** Time limit for the statements of an effect whose step has no deadline, in milliseconds. */
const defaultStatementMs = 5000
/** How long before its step's deadline Postgres gives up, so that its answer still arrives in time, in milliseconds. */
const answerMs = 50

/**
 * Does the work, or returns what it returned when it was done before.
 * @throws RetryableError when there is no connection for several seconds
 */
export async function performOnce(
  db: LedgerDb,
  effect: Effect,
  work: (trx: Executor) => Promise<JsonObject>,
): Promise<JsonObject> {
  return whenConnected(effect, (begun) =>
    db.transaction().execute(async (trx) => {
      begun()
      await limitTime(trx, effect)
      const earlier = await placeMark(trx, effect.effectId)
      if (earlier !== null) return earlier
      const output = await work(trx)
      await trx
        .updateTable('admin_effects')
        .set({ output: JSON.stringify(output) })
        .where('effect_id', '=', effect.effectId)
        .execute()
      if (effect.signal.aborted) throw new TerminalError('step_timeout', 'The step was over before its commit')
      return output
    }),
  )
}

/**
 * Whether an effect was committed; if it was not, no attempt that has ended will ever commit it.
 * @throws RetryableError while the earlier attempt is still open
 */
export async function probeOnce(db: LedgerDb, effect: Effect): Promise<ProbeVerdict> {
  try {
    return await db.transaction().execute(async (trx) => {
      await limitTime(trx, effect)
      const earlier = await placeMark(trx, effect.effectId)
      if (earlier !== null) return { kind: 'happened', output: earlier } as const
      await trx.deleteFrom('admin_effects').where('effect_id', '=', effect.effectId).execute()
      return { kind: 'did-not-happen' } as const
    })
  } catch (error) {
    throw new RetryableError('action_failed', 'The ledger cannot say yet', { cause: error, retryAfterMs: 1000 })
  }
}

async function placeMark(trx: Executor, effectId: string): Promise<JsonObject | null> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('admin_effects')
    .values({ effect_id: effectId, output: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return null
  const { output } = await trx
    .selectFrom('admin_effects')
    .select('output')
    .where('effect_id', '=', effectId)
    .executeTakeFirstOrThrow()
  return output
}

async function limitTime(trx: Executor, { deadline, signal }: Effect): Promise<void> {
  signal.throwIfAborted()
  const ms = Math.floor(deadline === undefined ? defaultStatementMs : Math.max(1, deadline - Date.now() - answerMs))
  await sql`select set_config('statement_timeout', ${`${ms}ms`}, true)`.execute(trx)
}
