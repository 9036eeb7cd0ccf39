import type { Pool, PoolClient, QueryConfig } from 'pg'
import { whenConnected } from '../../../ledger/connection-trouble.ts'
import type { ActionContext } from '../../action.ts'
import { isRolledBack, translateSqlError } from './sql-errors.ts'
import { jsonTypes } from './sql-values.ts'

/** How long a statement may take when the step has no deadline, in milliseconds. */
export const DEFAULT_STATEMENT_MS = 5000
/** How much earlier than the step Postgres gives up, so that its answer is still heard, in milliseconds. */
const ANSWER_MS = 50

type Time = Pick<ActionContext, 'signal' | 'deadline'>

/** What becomes of a transaction in the end. */
export type Ended<Result> = { readonly end: 'commit' | 'rollback'; readonly result: Result }

/**
 * Runs one transaction on a connection of its own. When time is up the connection is cut: without a commit Postgres
 * keeps nothing. A connection that cannot be had at first is tried again before anything is changed by it.
 * @throws ours (`TerminalError`, `RetryableError`, `UserError`) when certainly nothing was kept; the driver's error when
 *   the commit was sent and not answered
 */
export async function inTransaction<Result>(
  pool: Pool,
  mode: 'read only' | 'read write',
  time: Time,
  work: (client: PoolClient) => Promise<Ended<Result>>,
): Promise<Result> {
  // What only reads is tried again as a whole (`performAction`).
  const connection = await (mode === 'read only'
    ? connect(pool, time.signal)
    : whenConnected(time, () => connect(pool, time.signal)))
  const { client } = connection
  let committing = false
  let left: Promise<void> | null = null
  try {
    // It travels with the first statement of the work. Where it fails the connection is lost, and that one says so.
    const begun = client.query(`begin transaction isolation level read committed ${mode}; ${settings(time)}`)
    begun.catch(() => undefined)
    const { end, result } = await work(client)
    await begun
    if (end === 'rollback') {
      // Nothing is kept whatever Postgres answers, so nobody waits for it; the connection does.
      left = connection.rollBack()
      return result
    }
    committing = !time.signal.aborted
    if (!committing) throw time.signal.reason
    await client.query('commit')
    return result
  } catch (error) {
    if (committing && !isRolledBack(error)) {
      connection.cut()
      throw error
    }
    await connection.rollBack()
    throw translateSqlError(error, time.signal)
  } finally {
    if (left === null) connection.release()
    else void left.then(connection.release)
  }
}

/** A statement with bound values, whose result is JSON; always one statement, even without values. */
export function bound(text: string, values: readonly unknown[]): QueryConfig {
  // The extended protocol takes one statement; the driver's typings do not know the option yet.
  const config: QueryConfig & { readonly queryMode: 'extended' } = {
    text,
    values: [...values],
    types: jsonTypes,
    queryMode: 'extended',
  }
  return config
}

function settings({ deadline }: Time): string {
  const left = deadline === undefined ? DEFAULT_STATEMENT_MS : Math.max(1, deadline - Date.now() - ANSWER_MS)
  const ms = Math.floor(left)
  // A worker that was stopped in the middle must not hold its locks for longer than its step could have taken.
  return (
    `set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}; ` +
    `set local datestyle = 'ISO'`
  )
}

type Connection = {
  readonly client: PoolClient
  readonly rollBack: () => Promise<void>
  readonly release: () => void
  readonly cut: () => void
}

async function connect(pool: Pool, signal: AbortSignal): Promise<Connection> {
  const client = await checkOut(pool, signal)
  let state: 'usable' | 'broken' | 'released' = 'usable'
  const release = (): void => {
    if (state === 'released') return
    signal.removeEventListener('abort', cut)
    if (state === 'usable') client.off('error', ignore)
    const broken = state === 'broken'
    state = 'released'
    client.release(broken)
  }
  // Its queries report the loss of a connection; without a listener it would end the process besides.
  const ignore = (): void => {
    state = 'broken'
  }
  const cut = (): void => {
    state = 'broken'
    release()
  }
  client.on('error', ignore)
  signal.addEventListener('abort', cut, { once: true })
  const rollBack = async (): Promise<void> => {
    if (state !== 'usable') return
    await client.query('rollback').catch(ignore)
  }
  return { client, rollBack, release, cut }
}

async function checkOut(pool: Pool, signal: AbortSignal): Promise<PoolClient> {
  const connecting = pool.connect()
  const { promise: over, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  try {
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    return await Promise.race([connecting, over])
  } catch (error) {
    connecting.then(
      (late) => late.release(),
      () => undefined,
    )
    throw translateSqlError(error, signal)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
