import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import { createPool, openLedger } from '../../ledger/open-ledger.ts'

/** A schema of its own in the Postgres of the test run. */
export type TestDatabase = {
  /** Connection URL under which unqualified names land in the schema, whoever connects with it. */
  readonly url: string
  readonly schema: string
  readonly pool: Pool
  /** Drops the schema with everything in it and ends the pool. */
  close(): Promise<void>
}

/** Makes a fresh, empty schema in a few milliseconds. Call `close()` in `afterEach` or `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const schema = newName()
  const url = urlOf(inject('postgresUrl'), schema)
  const pool = createPool({ url })
  await pool.query(`create schema ${schema}`)
  return {
    url,
    schema,
    pool,
    close: async () => {
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    },
  }
}

const template = 'ledger_template'

/** Makes the database of which `createLedgerDatabase` makes copies; done once a run. */
export async function makeLedgerTemplate(postgresUrl: string): Promise<void> {
  await administer(postgresUrl, `create database ${template}`)
  const url = new URL(postgresUrl)
  url.pathname = template
  const ledger = await openLedger({ url: url.href, schema: template })
  await ledger.close()
  // Nobody may look at it while it is copied, not even autovacuum.
  await administer(postgresUrl, `alter database ${template} allow_connections false`)
}

/**
 * Makes a database that holds a ledger in this schema, up to date and empty, and nothing else. It is a copy, which takes a tenth of the
 * time that bringing a schema up to date takes. Call `close()` in `afterEach` or `afterAll`.
 * @param options.path where unqualified names are looked for; only in the schema, when absent
 */
export async function createLedgerDatabase(
  schema: string = newName(),
  { path = schema }: { readonly path?: string } = {},
): Promise<TestDatabase> {
  const name = newName()
  await administer(inject('postgresUrl'), `create database ${name} template ${template} strategy file_copy`)
  const place = new URL(inject('postgresUrl'))
  place.pathname = name
  const url = urlOf(place.href, path)
  const pool = createPool({ url })
  await pool.query(`alter schema ${template} rename to ${schema}`)
  return {
    url,
    schema,
    pool,
    close: async () => {
      await pool.end()
      await administer(inject('postgresUrl'), `drop database ${name} with (force)`)
    },
  }
}

/** One for all tests of a process: opening a connection takes longer than what is asked of it. */
let administration: Pool | null = null

async function administer(postgresUrl: string, statement: string): Promise<void> {
  administration ??= new Pool({ connectionString: postgresUrl, max: 2, allowExitOnIdle: true })
    // It may outlive the server.
    .on('error', () => undefined)
  await administration.query(statement)
}

function newName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`
}

function urlOf(place: string, schema: string): string {
  return `${place}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
}
