import type { Pool, PoolClient } from 'pg'
import type { Json } from '../../../json.ts'
import { RetryableError, TerminalError } from '../../../errors.ts'
import { whenConnected } from '../../../ledger/connection-trouble.ts'
import type { ActionContext, ProbeVerdict } from '../../action.ts'
import { bound, inTransaction } from './sql-transaction.ts'

/**
 * Exactly once. Where the target database has a table
 * `sayso_effects (effect_id text primary key, output jsonb, at timestamptz)`, an effect and its mark are one transaction.
 * The mark comes first: a second attempt waits at the primary key until the first one has ended, however it ends. So a
 * probe that can place the mark knows that the earlier attempt has not committed, and never will.
 */

const known = new WeakMap<Pool, boolean>()

/** Whether a database keeps marks; remembered for its pool. Until it is known each step asks, in its own time. */
export async function keepsMarks(pool: Pool, time: Pick<ActionContext, 'signal' | 'deadline'>): Promise<boolean> {
  const found = known.get(pool)
  if (found !== undefined) return found
  const kept = await whenConnected(time, () =>
    inTransaction(pool, 'read only', time, async (client) => {
      const { rows } = await client.query<{ kept: boolean }>(
        bound(`select to_regclass('sayso_effects') is not null as kept`, []),
      )
      return { end: 'rollback' as const, result: rows[0]?.kept === true }
    }),
  )
  known.set(pool, kept)
  return kept
}

/** Places the mark of an effect: `null`, or the output of the attempt that has placed it before. */
export async function placeMark(client: PoolClient, effectId: string): Promise<{ readonly output: Json } | null> {
  const placed = await client.query(
    bound(
      `insert into sayso_effects (effect_id, output, at) values ($1, 'null', now()) on conflict (effect_id) do nothing`,
      [effectId],
    ),
  )
  if (placed.rowCount === 1) return null
  const { rows } = await client.query<{ output: Json }>(
    bound('select output from sayso_effects where effect_id = $1', [effectId]),
  )
  const [row] = rows
  if (row === undefined) throw new TerminalError('action_failed', 'The mark of the effect was removed meanwhile')
  return { output: row.output }
}

/** Stores what the effect gave beside its mark. */
export async function storeOutput(client: PoolClient, effectId: string, output: Json): Promise<void> {
  await client.query(
    bound('update sayso_effects set output = $2 where effect_id = $1', [effectId, JSON.stringify(output)]),
  )
}

/**
 * Whether an effect was committed.
 * @throws RetryableError while the earlier attempt is still open, or the database cannot be reached
 */
export async function probeEffect(pool: Pool, context: ActionContext): Promise<ProbeVerdict> {
  try {
    return await inTransaction<ProbeVerdict>(pool, 'read write', context, async (client) => {
      const earlier = await placeMark(client, context.effectId)
      const result: ProbeVerdict =
        earlier === null ? { kind: 'did-not-happen' } : { kind: 'happened', output: earlier.output }
      return { end: 'rollback', result }
    })
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'step_timeout') throw error
    throw new RetryableError('action_failed', 'An earlier attempt is still open', { cause: error, retryAfterMs: 1000 })
  }
}
