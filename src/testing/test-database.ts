import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { createPool } from '../ledger/open-ledger.ts'

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
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  const url = `${inject('postgresUrl')}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
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
