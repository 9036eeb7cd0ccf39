import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { transact } from './transact.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

test('a connection that breaks between two statements of a transaction fails that transaction alone, and the next one finds another', async () => {
  const { ledger, database } = house
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('uncaughtException', hear)
  try {
    const cut = transact(ledger.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const [mine = { pid: 0 }] = rows
      await database.pool.query('select pg_terminate_backend($1)', [mine.pid])
      await expect
        .poll(async () => {
          const left = await database.pool.query('select 1 from pg_stat_activity where pid = $1', [mine.pid])
          return left.rowCount
        })
        .toBe(0)
      await sql`select 1`.execute(trx)
    })
    await expect(cut).rejects.toThrow(/connection|queryable|EPIPE|ECONNRESET/iu)
    expect(unheard).toEqual([])
    expect((await sql`select 1 as one`.execute(ledger.db)).rows).toEqual([{ one: 1 }])
  } finally {
    process.off('uncaughtException', hear)
  }
})
