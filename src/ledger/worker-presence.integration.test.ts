import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { openLedger, type Ledger } from './open-ledger.ts'
import { enterWorker, isWorkerPresent } from './worker-presence.ts'

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})

afterAll(async () => {
  await ledger.close()
  await database.close()
})

const isPresent = (owner: string) => ledger.db.transaction().execute((trx) => isWorkerPresent(trx, owner))

test('a worker is present from entering to leaving, and nobody else is', async () => {
  const worker = await enterWorker(database.url)
  expect(await isPresent(worker.owner)).toBe(true)
  expect(await isPresent('host/1/somebody-else')).toBe(false)
  await worker.leave()
  await expect.poll(() => isPresent(worker.owner), { interval: 5 }).toBe(false)
})

test('two who ask at the same time for a worker that is gone both find it gone', async () => {
  await ledger.db.transaction().execute(async (trx) => {
    expect(await isWorkerPresent(trx, 'host/1/gone')).toBe(false)
    expect(await isPresent('host/1/gone')).toBe(false)
  })
})

test('a worker whose connection was cut shows itself again', async () => {
  const worker = await enterWorker(database.url)
  await ledger.pool.query(`select pg_terminate_backend(l.pid) from pg_locks l
    where l.locktype = 'advisory' and l.granted and
      (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('sayso/worker/${worker.owner}', 0)`)
  await expect.poll(() => isPresent(worker.owner), { interval: 5 }).toBe(false)
  await expect.poll(() => isPresent(worker.owner)).toBe(true)
  await worker.leave()
})
