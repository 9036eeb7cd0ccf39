import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'

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
  const pool = new Pool({ connectionString: url, max: 10 })
  // An idle connection that a test cut off is that test's business, not the end of the process.
  pool.on('error', () => {})
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
