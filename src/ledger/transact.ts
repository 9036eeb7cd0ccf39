/**
 * A transaction whose statements travel together: those that do not wait for each other (`Promise.all`) cost one round trip,
 * where Kysely's own transaction sends each only when the one before is answered. The order in which they arrive is not
 * defined: what must come after something awaits it, or that something is the `first`. It needs connections that pipeline
 * (`createPool`).
 */
import {
  type Compilable,
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import { hasSystemCode } from '../system-error.ts'
import type { Database, Executor, LedgerDb } from './database.ts'

/**
 * Commits what `work` did once it resolves; when it rejects, or a statement failed, nothing is kept. Statements begun after
 * the end are refused, since the connection is somebody else's by then.
 * @param options.lockWaitMs how long a statement waits for a lock before it fails, in milliseconds; by default as long as
 *   the statement may take
 * @param options.first a statement, a lock for example, that runs before those of the work, which need not wait for it
 */
export function transact<Result>(
  db: LedgerDb,
  work: (trx: Executor) => Promise<Result>,
  { lockWaitMs = 0, first }: { readonly lockWaitMs?: number; readonly first?: Compilable } = {},
): Promise<Result> {
  return db.getExecutor().provideConnection(async (connection) => {
    const borrowed = borrow(connection)
    const opened = open(connection, lockWaitMs, first)
    // If it fails, so does the work's first statement; which of the two came first is sorted out below.
    opened.catch(() => undefined)
    try {
      const result = await work(borrowed.executor)
      await opened
      borrowed.end()
      await commit(connection)
      return result
    } catch (error) {
      borrowed.end()
      // A lost connection has rolled back already, and the pool drops it.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      // The first failure made the rest fail.
      await opened
      throw isConsequence(error) ? (borrowed.failure() ?? error) : error
    }
  })
}

/**
 * A transaction of statements that are known beforehand: they leave together with the commit, and cost one round trip.
 * @returns what each of them gave, in their order
 */
export function transactAtOnce(
  db: LedgerDb,
  statements: readonly CompiledQuery[],
): Promise<readonly (readonly unknown[])[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    const sent = [CompiledQuery.raw('begin'), ...statements].map((statement) => connection.executeQuery(statement))
    const results = await Promise.allSettled([...sent, commit(connection)])
    // The first one that failed made the rest fail.
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const given = await Promise.all(sent)
    return given.slice(1).map(({ rows }) => rows)
  })
}

/**
 * The commit of this transaction is not waited for until it is on disk: Postgres puts it there within a second, and before
 * any later commit that is waited for, because its log is written in order. For work that nothing outside relies on until
 * such a commit: if Postgres itself dies first, it never happened.
 */
export async function commitAsynchronously(trx: Executor): Promise<void> {
  await sql`select ${commitsAsynchronously}`.execute(trx)
}

/** The same for one statement that is a transaction of its own, to be used as one of the tables that it reads. */
export const commitsAsynchronously = sql`set_config('synchronous_commit', 'off', true)`

/** Sent at once, ahead of anything else on this connection. */
async function open(connection: DatabaseConnection, lockWaitMs: number, first: Compilable | undefined): Promise<void> {
  await Promise.all([
    connection.executeQuery(CompiledQuery.raw(`begin; set local lock_timeout = ${Math.trunc(lockWaitMs)}`)),
    first && connection.executeQuery(first.compile()),
  ])
}

/** Postgres: the statement was refused because one before it in the transaction had failed. */
function isConsequence(error: unknown): boolean {
  return hasSystemCode(error, '25P02')
}

/** Postgres answers COMMIT with ROLLBACK when a statement of the transaction failed. */
async function commit(connection: DatabaseConnection): Promise<void> {
  const { rows } = await connection.executeQuery<{ command?: string }>(CompiledQuery.raw('commit'))
  if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement in it failed')
}

type Borrowed = {
  readonly executor: Executor
  readonly end: () => void
  /**
   * The statement that failed first. All that were sent behind it are refused because of it (25P02), and whoever awaits one
   * of those may be told sooner. `undefined` while none has failed.
   */
  readonly failure: () => unknown
}

function borrow(connection: DatabaseConnection): Borrowed {
  let ended = false
  let failure: unknown
  const noting: DatabaseConnection = {
    executeQuery: (query) =>
      connection.executeQuery<never>(query).catch((error: unknown) => {
        failure ??= error
        throw error
      }),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      if (ended) throw new Error('The transaction is over')
      return noting
    },
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => undefined,
  }
  const executor = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { executor, end: () => (ended = true), failure: () => failure }
}

async function refuse(): Promise<void> {
  throw new TypeError('A transaction has no transaction in it')
}
