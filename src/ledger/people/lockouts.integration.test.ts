import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { clearRefusals, countRefusal, lockedOutMs, maxRefusals, standingOf } from './lockouts.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(start + count * 60_000)

let database: TestDatabase
let ledger: Ledger
let id: string

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})

beforeEach(async () => {
  await database.pool.query('delete from lockouts; delete from identities')
  const row = await ledger.db
    .insertInto('identities')
    .values({ kind: 'phone', value: '+15550000001' })
    .returning('id')
    .executeTakeFirstOrThrow()
  id = row.id
})

afterAll(async () => {
  await ledger.close()
  await database.close()
})

async function isLockedOut(at: Date): Promise<boolean> {
  return (await standingOf(ledger.db, id, at)).lockedOut
}

async function refuse(times: number, at = minutes(0)): Promise<void> {
  for (let n = 0; n < times; n++) await countRefusal(ledger.db, id, at)
}

test('the tenth refusal within ten minutes locks out for fifteen, and says so once', async () => {
  await refuse(maxRefusals - 1)
  expect(await isLockedOut(minutes(0))).toBe(false)
  expect(await countRefusal(ledger.db, id, minutes(9))).toEqual({ locked: true, begins: true })
  expect(await countRefusal(ledger.db, id, minutes(10))).toEqual({ locked: true, begins: false })
  const end = minutes(9).getTime() + lockedOutMs
  expect(await isLockedOut(new Date(end - 1))).toBe(true)
  expect(await isLockedOut(new Date(end))).toBe(false)
  expect(await countRefusal(ledger.db, id, new Date(end))).toEqual({ locked: false, begins: false })
})

test('refusals that lie further apart never lock out', async () => {
  for (let n = 0; n < 3 * maxRefusals; n++) {
    expect(await countRefusal(ledger.db, id, minutes(1.2 * n))).toEqual({ locked: false, begins: false })
  }
})

test('success begins the count anew, and ends no lockout', async () => {
  await refuse(maxRefusals - 1)
  await clearRefusals(ledger.db, id)
  await refuse(maxRefusals - 1)
  expect(await isLockedOut(minutes(0))).toBe(false)
  await refuse(1)
  await clearRefusals(ledger.db, id)
  expect(await isLockedOut(minutes(1))).toBe(true)
})

test('many at once are all counted, and the lockout begins once', async () => {
  const counted = await Promise.all(
    Array.from({ length: 2 * maxRefusals }, () => countRefusal(ledger.db, id, minutes(0))),
  )
  expect(counted.filter(({ begins }) => begins)).toHaveLength(1)
  expect(await isLockedOut(minutes(0))).toBe(true)
})
