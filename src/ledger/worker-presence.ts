/**
 * Whether a worker is still alive: each holds a session lock in Postgres under its own name, and loses it with its process.
 * A run is only taken from a worker that is gone, so that losing a job twice, or all of Redis, never fences a worker off in
 * mid-effect.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Executor } from './database.ts'
import { noticeDeath, noticeLoss } from './notice-death.ts'

/** How long to wait before a lost connection is replaced. */
const reconnectMs = 500

export type WorkerPresence = {
  /** Unique to this process: `host/pid/random`. */
  readonly owner: string
  readonly leave: () => Promise<void>
}

/** Shows this process as a living worker until it leaves or dies. */
export async function enterWorker(url: string): Promise<WorkerPresence> {
  const owner = `${hostname()}/${process.pid}/${randomUUID()}`
  let left = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: url, application_name: 'sayso-worker', ...noticeLoss })
    client = fresh
    fresh.on('error', () => undefined)
    fresh.on('end', retry)
    await fresh.connect()
    await fresh.query(noticeDeath)
    await fresh.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(owner)])
  }

  function retry(): void {
    clearTimeout(timer)
    if (!left) timer = setTimeout(() => void connect().catch(retry), reconnectMs)
  }

  await connect()
  return {
    owner,
    leave: async () => {
      left = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

/**
 * Whether the worker with this name is present; if it is not, it cannot come back before the transaction ends. All who ask
 * share the lock that this takes: a worker that died may have had several runs, which are taken up at the same time.
 */
export async function isWorkerPresent(db: Executor, owner: string): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${lockName(owner)}, 0)) as gone`.execute(db)
  return rows[0]?.gone !== true
}

function lockName(owner: string): string {
  return `sayso/worker/${owner}`
}
