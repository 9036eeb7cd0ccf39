import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import type { Executor } from './database.ts'
import { transact, transactAtOnce } from './transact.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
  await house.database.pool.query('create table marks (id int primary key)')
})
afterAll(() => house.close())

const mark = (db: Executor, id: number) => sql`insert into marks (id) values (${id})`.execute(db)
const marks = async () => {
  const { rows } = await house.database.pool.query<{ id: number }>('select id from marks order by id')
  return rows.map(({ id }) => id)
}

test('transact() keeps everything that its work did, and gives what it gave', async () => {
  const given = await transact(house.ledger.db, async (trx) => {
    await Promise.all([mark(trx, 1), mark(trx, 2)])
    return 'done'
  })
  expect(given).toBe('done')
  expect(await marks()).toEqual(expect.arrayContaining([1, 2]))
})

test('transact() keeps nothing when its work throws, or one of several statements fails', async () => {
  const before = await marks()
  await expect(
    transact(house.ledger.db, async (trx) => {
      await mark(trx, 10)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await expect(
    transact(house.ledger.db, (trx) => Promise.all([mark(trx, 11), mark(trx, 11), mark(trx, 12)])),
  ).rejects.toThrow(/duplicate key/)
  expect(await marks()).toEqual(before)
})

const hops = 50
/** What the database says of it reaches its caller through many hands. */
const markFarAway = (trx: Executor, id: number) => {
  let far: Promise<unknown> = mark(trx, id)
  for (let hop = 0; hop < hops; hop++) far = far.then((given) => given)
  return far
}

test('transact() tells which statement failed, whichever of those behind it is heard of first', async () => {
  const { db } = house.ledger
  const failed = transact(db, (trx) => Promise.all([markFarAway(trx, 1), mark(trx, 15)]))
  await expect(failed).rejects.toThrow(/duplicate key/)
})

const markTwice = async (db: Executor) => {
  mark(db, 20).catch(() => undefined)
  await mark(db, 20).catch(() => undefined)
}

test('transact() keeps nothing when a statement failed that nobody waited for', async () => {
  const before = await marks()
  await expect(transact(house.ledger.db, markTwice)).rejects.toThrow(/rolled back/)
  expect(await marks()).toEqual(before)
})

test('transact() refuses a statement that comes after its end: the connection is not its own any more', async () => {
  let late: Executor | undefined
  await transact(house.ledger.db, async (trx) => {
    late = trx
  })
  await expect(mark(late ?? house.ledger.db, 30)).rejects.toThrow('The transaction is over')
  expect(await marks()).not.toContain(30)
})

test('transact() gives up a lock after the time it is given', async () => {
  await transact(house.ledger.db, async (holder) => {
    await mark(holder, 40)
    const waiting = transact(house.ledger.db, (trx) => mark(trx, 40), { lockWaitMs: 50 })
    await expect(waiting).rejects.toThrow(/lock timeout/)
  })
  expect(await marks()).toContain(40)
})

test('transact() does its first statement before those of the work, which do not wait for it', async () => {
  const { db } = house.ledger
  const counted = await transact(
    db,
    async (trx) => (await sql<{ count: string }>`select count(*) from marks where id = 60`.execute(trx)).rows[0]?.count,
    { first: { compile: () => sql`insert into marks (id) values (60)`.compile(db) } },
  )
  expect(counted).toBe('1')
})

test('transact() tells what was wrong with its first statement, not that the rest failed with it', async () => {
  const { db } = house.ledger
  const refused = transact(db, (trx) => mark(trx, 50), {
    first: { compile: () => sql`select * from nowhere`.compile(db) },
  })
  await expect(refused).rejects.toThrow('relation "nowhere" does not exist')
  expect(await marks()).not.toContain(50)
})

test('transactAtOnce() gives what each statement gave, and keeps nothing when one fails', async () => {
  const { db } = house.ledger
  const marking = (id: number) => sql`insert into marks (id) values (${id}) returning id`.compile(db)
  expect(await transactAtOnce(db, [marking(90), marking(91)])).toEqual([[{ id: 90 }], [{ id: 91 }]])
  await expect(transactAtOnce(db, [marking(92), marking(91), marking(93)])).rejects.toThrow(/duplicate key/u)
  expect((await marks()).filter((id) => id >= 90)).toEqual([90, 91])
})
