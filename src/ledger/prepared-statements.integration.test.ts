import { sql } from 'kysely'
import { connect, createServer, type Socket } from 'node:net'
import { Pool, type Client, type PoolClient, type PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
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
  const pool = preparingPool({ connect: async () => client, end: async () => undefined } as unknown as Pool, 1000)
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

test('a connection on which nothing is answered any more is given up, and the next statement finds another', async ({
  onTestFinished,
}) => {
  const { url } = house.ledger
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port)
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const through: Socket[] = []
  const proxy = createServer((socket) => {
    const server = connect(place)
    through.push(socket, server)
    for (const each of [socket, server]) each.on('error', () => undefined)
    socket.pipe(server).pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new TypeError('It listens on a port')
  target.hostname = '127.0.0.1'
  target.port = String(address.port)
  const settings: PoolConfig & { readonly pipeline: boolean } = {
    connectionString: target.href,
    max: 1,
    pipeline: true,
  }
  const own = new Pool(settings)
  own.on('error', () => undefined)
  own.on('connect', (client) => void client.on('error', () => undefined))
  onTestFinished(async () => {
    for (const each of through) each.destroy()
    proxy.close()
    await own.end()
  })
  const pool = preparingPool(own, 300)
  const ask = async (text: string, before?: readonly [text: string, value: string]) => {
    const client = await pool.connect()
    try {
      if (before !== undefined) await client.query(before[0], [before[1]])
      return (await client.query<{ one: number }>(text, [])).rows
    } finally {
      client.release()
    }
  }
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  // As when a firewall forgets the connection: nothing comes through, and nothing is closed.
  for (const each of through) each.unpipe()
  await expect(ask('select 2 as one')).rejects.toThrow(/timeout|terminated/iu)
  expect(await ask('select 3 as one')).toEqual([{ one: 3 }])
  // Whoever gives a statement less time than others have waits no longer than they do.
  const limit = "select set_config('statement_timeout', $1, true)"
  await expect(ask('select pg_sleep(0.6)', [limit, '200ms'])).rejects.toThrow(/timeout|terminated/iu)
  expect(await ask('select 5 as one, pg_sleep(0.6)', [limit, '800ms'])).toMatchObject([{ one: 5 }])
  // Whoever lifts the limit of the server waits as long as it takes.
  expect(await ask("select 4 as one, set_config('statement_timeout', '0', false), pg_sleep(0.6)")).toMatchObject([
    { one: 4 },
  ])
})
