import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Client } from 'pg'
import type { Database, Executor } from './database.ts'

/**
 * The ledger on one connection, in whatever transaction that is in: for whoever changes its tables otherwise as well, and both or
 * nothing. The connection pipelines, sees the schema of the ledger, and stays its owner's to end.
 */
export function ledgerOn(client: Client): Executor {
  const connection: PostgresPoolClient = {
    // Of Kysely's two forms the other reads by a cursor, which needs a package of its own that is not given.
    query: ((text: string, values: unknown[]) => client.query(text, values)) as unknown as PostgresPoolClient['query'],
    release: () => undefined,
  }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
