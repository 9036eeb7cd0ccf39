import { sql } from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../testing/test-ledger.ts'
import { preparingPool } from './prepared-statements.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
  await house.database.pool.query('create table things (id int primary key, name text)')
  await house.database.pool.query("insert into things values (1, 'one')")
})
afterAll(() => house.close())

/** The same statement, on the one connection that is idle. */
const thing = (id: number) => sql`select * from things where id = ${id}`.execute(house.ledger.db)

/** How many statements are prepared on the connection that is idle. */
const prepared = async (text: string) => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from pg_prepared_statements where statement like ${`%${text}%`}`.execute(house.ledger.db)
  return rows[0]?.count
}

test('a statement with values is prepared when it comes again, and gives the same', async () => {
  const once = await thing(1)
  expect(await prepared('from things')).toBe(0)
  expect(await thing(1)).toEqual(once)
  expect(await thing(2)).toEqual({ ...once, rows: [] })
  expect(await prepared('from things')).toBe(1)
})

test('a prepared statement whose table has changed fails once, and then works on a new connection', async () => {
  await thing(1)
  await thing(1)
  await house.database.pool.query('alter table things add column colour text')
  await expect(thing(1)).rejects.toThrow(/cached plan/u)
  expect((await thing(1)).rows).toEqual([{ id: 1, name: 'one', colour: null }])
})

test('a prepared statement that somebody between has forgotten fails once, and then works on a new connection', async () => {
  await thing(1)
  await thing(1)
  await sql`deallocate all`.execute(house.ledger.db)
  await expect(thing(1)).rejects.toThrow(/does not exist/u)
  expect((await thing(1)).rows).toHaveLength(1)
})

test('statements that do not wait for each other leave in one write', async () => {
  const [client, writes] = await countedClient()
  const pool = preparingPool({ connect: async () => client, end: async () => undefined } as unknown as Pool)
  const one = await pool.connect()
  await Promise.all([1, 2, 3].map((id) => one.query('select $1::int', [id])))
  const together = writes()
  for (const id of [1, 2, 3]) await one.query('select $1::int', [id])
  expect([together, writes()]).toEqual([1, 4])
  client.release()
})

/** A client, and how often something was written to the server since. */
async function countedClient(): Promise<[PoolClient, () => number]> {
  const client = await house.database.pool.connect()
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection
  let count = 0
  for (const way of ['_write', '_writev'] as const) {
    const write = stream[way]?.bind(stream) as (...given: unknown[]) => void
    stream[way] = (...given: unknown[]) => {
      count += 1
      write(...given)
    }
  }
  return [client, () => count]
}
