import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RetryableError } from '../errors.ts'
import { takeConnections, type TakenConnections } from '../testing/servers/take-connections.ts'
import { createLedgerDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { performOnce } from './admin-effects.ts'
import { asPassing, isConnectionTrouble, mayPass, whenConnected } from './connection-trouble.ts'
import type { Database } from './database.ts'
import { createPool } from './open-ledger.ts'

const signal = new AbortController().signal
let database: TestDatabase
let taken: TakenConnections
let pool: Pool

beforeAll(async () => {
  database = await createLedgerDatabase()
  taken = await takeConnections(database)
  pool = createPool({ url: taken.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await taken.close()
  await database.close()
})

test('a change of the ledger that finds no connection waits for one some seconds, and nothing was done before', async () => {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  let works = 0
  const work = async () => ({ works: (works += 1) })
  const late = performOnce(db, { effectId: randomUUID(), signal, deadline: Date.now() + 200 }, work)
  await expect(late).rejects.toMatchObject({ code: 'action_failed', message: 'The database cannot be reached (53300)' })
  await expect(late).rejects.toBeInstanceOf(RetryableError)
  expect(works).toBe(0)

  const attempt = performOnce(db, { effectId: randomUUID(), signal }, work)
  // They stand in line: the attempt was refused when the second one is.
  await expect(pool.connect()).rejects.toMatchObject({ code: '53300' })
  await expect(pool.connect()).rejects.toMatchObject({ code: '53300' })
  await taken.giveBack()
  expect(await attempt).toEqual({ works: 1 })
})

test('work that has begun is not done again, nor is what will fail the same way', async () => {
  let tries = 0
  const lost = Object.assign(new Error('lost'), { code: '57P01' })
  const begins = whenConnected({ signal }, async (begun) => {
    begun()
    tries += 1
    throw lost
  })
  await expect(begins).rejects.toBe(lost)
  const misspelt = Object.assign(new Error('no such table'), { code: '42P01' })
  const refused = whenConnected({ signal }, async () => {
    tries += 1
    throw misspelt
  })
  await expect(refused).rejects.toBe(misspelt)
  expect(tries).toBe(2)
})

test('a signal ends the wait', async () => {
  const over = new AbortController()
  const attempt = whenConnected({ signal: over.signal }, async () => {
    over.abort()
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  })
  await expect(attempt).rejects.toMatchObject({ message: 'The database cannot be reached (ECONNREFUSED)' })
})

test.each([
  ['08006', true],
  ['53300', true],
  ['53400', true],
  ['57P03', true],
  ['ECONNRESET', true],
  ['ETIMEDOUT', true],
  ['53100', false],
  ['23505', false],
])('the code %s is trouble with the connection: %s', (code, is) => {
  const error = Object.assign(new Error('x'), { code })
  expect(isConnectionTrouble(error)).toBe(is)
  expect(asPassing(error) === error).toBe(!is)
})

test.each([
  [new Error('Query read timeout'), true],
  [new Error('Client was closed and is not queryable'), true],
  [Object.assign(new Error('prepared statement "s1" does not exist'), { code: '26000' }), true],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), true],
  [Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('invalid byte sequence'), { code: '22021' }), false],
  [new RangeError('index out of range'), false],
  ['no error at all', false],
])('%s may pass: %s', (error, may) => {
  expect(mayPass(error)).toBe(may)
})
