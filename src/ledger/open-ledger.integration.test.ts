import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/installations/test-database.ts'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { commandStatuses, mayMove, safeties, type CommandStatus, type Safety } from '../envelope/lifecycle.ts'
import type { Executor } from './database.ts'
import { createPool, openLedger } from './open-ledger.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

const confirmed = `confirmed_at = now()`
const limitOf = (db: Executor) =>
  sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)

test('a change of the tables is undone when what follows from it fails', async () => {
  const database = await createTestDatabase()
  const open = (onMigrated: (name: string) => Promise<void>) => openLedger({ ...database, onMigrated })
  const seen: string[] = []
  await expect(
    open((name) => (name === '014-vouched-people' ? Promise.reject(new TypeError('it is over')) : Promise.resolve())),
  ).rejects.toThrow('it is over')
  const ledger = await open(async (name) => void seen.push(name))
  expect(seen).toContain('014-vouched-people')
  await ledger.close()
  await database.close()
})

test('a change of the tables takes as long as it takes, and nothing after it does', async () => {
  const database = await createTestDatabase()
  const seen = new Set<string | undefined>()
  const onMigrated = async (_name: string, trx: Executor) => void seen.add((await limitOf(trx)).rows[0]?.limit)
  const ledger = await openLedger({ ...database, onMigrated })
  expect([...seen]).toEqual(['0'])
  expect((await limitOf(ledger.db)).rows).toEqual([{ limit: '15s' }])
  await ledger.close()
  await database.close()
})

test('whoever starts while another process brings the tables up to date waits for that, however long it takes', async () => {
  const database = await createTestDatabase()
  const limitMs = 500
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const delays: string[][] = [[], []]
  const open = (which: number, onMigrated: (name: string) => Promise<void>) =>
    openLedger({ ...database, limitMs, onMigrated, onDelay: (why) => void delays[which]?.push(why) })
  const first = open(0, async (name) => {
    begin()
    if (name === '001-ledger') await delay(limitMs * 1.5)
  })
  await begun
  const seen: string[] = []
  const second = await open(1, async (name) => void seen.push(name))
  expect(seen).toEqual([])
  expect(delays).toEqual([[], ['another process brings it up to date']])
  expect((await limitOf(second.db)).rows).toEqual([{ limit: '500ms' }])
  await second.close()
  await (await first).close()
  await database.close()
})

test('whoever opens a ledger of an earlier version is told beforehand that it is brought up to date', async () => {
  const database = await createTestDatabase()
  const delays: string[] = []
  const open = () => openLedger({ ...database, onDelay: (why) => void delays.push(why) })
  const made = await open()
  await sql`delete from kysely_migration where name >= '025-vouched-runs'`.execute(made.db)
  await made.close()
  expect(delays).toEqual([])
  // Its tables are those of this version.
  await expect(open()).rejects.toThrow('already exists')
  expect(delays).toEqual(['it is brought up to date'])
  await database.close()
})

test('whoever opens a ledger of a newer version is told no such thing', async () => {
  const database = await createTestDatabase()
  const delays: string[] = []
  const open = () => openLedger({ ...database, onDelay: (why) => void delays.push(why) })
  const made = await open()
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', 'now')`.execute(made.db)
  await made.close()
  await expect(open()).rejects.toThrow('made by a newer Sayso')
  expect(delays).toEqual([])
  await database.close()
})

async function store(safety: Safety, status: string, key: string | null = 'key'): Promise<string> {
  const id = randomUUID()
  await house.ledger.pool.query(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, target_entity, chat_id,
       identity_id, person_id, created_at, expires_at)
     values ($1, $2, 'N', $3, $4, '{"a":1}', 'd', $5, 'Order', $6, $7, $8, now(), now())`,
    [
      id,
      id.slice(0, 13),
      safety,
      status,
      safety === 'read' ? null : key,
      house.lane.chatId,
      house.lane.identityId,
      house.lane.personId,
    ],
  )
  return id
}

function change(id: string, assignments: string): Promise<unknown> {
  return house.ledger.pool.query(`update envelopes set ${assignments} where command_id = $1`, [id])
}

/** The statuses on the way to one, each legal. */
const ways: Readonly<
  Record<CommandStatus, { readonly mutation: readonly CommandStatus[]; readonly read: readonly CommandStatus[] }>
> = {
  accepted: { mutation: [], read: [] },
  rejected: { mutation: ['rejected'], read: ['rejected'] },
  confirmed: { mutation: ['confirmed'], read: [] },
  executed: { mutation: ['confirmed', 'executed'], read: ['executed'] },
  failed: { mutation: ['confirmed', 'failed'], read: ['failed'] },
  compensated: { mutation: ['confirmed', 'executed', 'compensated'], read: ['executed', 'compensated'] },
}

async function bring(safety: Safety, status: CommandStatus): Promise<string> {
  const id = await store(safety, 'accepted')
  const way = ways[status][safety === 'read' ? 'read' : 'mutation']
  for (const next of way) await change(id, `status = '${next}'${next === 'confirmed' ? `, ${confirmed}` : ''}`)
  return id
}

/** A row in each of the tables that only grow. */
async function fillEvidence(): Promise<void> {
  const id = await bring('mutation', 'confirmed')
  const { pool } = house.ledger
  await pool.query(`insert into runs (command_id, epoch, owner, started_at) values ($1, 1, 'w', now())`, [id])
  await pool.query(`insert into journal (command_id, epoch, step, kind, entry) values ($1, 1, 's', 'done', '{}')`, [id])
  await pool.query(`with e as (insert into evidence (at, kind, facts) values (now(), 'k', '{}') returning id),
    p as (insert into evidence_payloads (evidence_id, payload) select id, 'x' from e)
    insert into evidence_seals (seq, evidence_id, mac, sealed_at) select id, id, 'm', now() from e`)
}

/** What the guards say, each in its words. */
const refused = /append-only|never deleted|nothing else/u

describe('the database itself refuses', () => {
  test('every move of a command that the lifecycle does not know, and takes every other', async () => {
    for (const safety of safeties) {
      const reachable = commandStatuses.filter(
        (status) => safety !== 'read' || status === 'accepted' || ways[status].read.length > 0,
      )
      for (const from of reachable) {
        for (const to of commandStatuses.filter((status) => status !== from)) {
          const legal = mayMove(safety, from, to)
          const id = await bring(safety, from)
          const stamp = to === 'confirmed' ? `, ${confirmed}` : ''
          const moved = await change(id, `status = '${to}'${stamp}`).then(
            () => true,
            () => false,
          )
          expect({ safety, from, to, moved }).toEqual({ safety, from, to, moved: legal })
        }
      }
    }
  })

  test('an envelope that does not begin as accepted or rejected, and a mutation without a key', async () => {
    for (const status of ['confirmed', 'executed', 'failed', 'compensated', 'done']) {
      await expect(store('mutation', status)).rejects.toThrow('an envelope begins as accepted or rejected')
    }
    await expect(store('mutation', 'accepted', null)).rejects.toThrow('mutations_are_keyed')
    await expect(store('mutation', 'rejected', null)).resolves.toBeDefined()
  })

  test('a mutation that runs without a stored confirmation (invariant 1)', async () => {
    for (const safety of ['mutation', 'destructive'] as const) {
      const id = await store(safety, 'accepted')
      await expect(change(id, `status = 'confirmed'`)).rejects.toThrow('nothing_mutates_unconfirmed')
      for (const status of ['executed', 'failed', 'compensated']) {
        await expect(change(id, `status = '${status}', ${confirmed}`)).rejects.toThrow('does not go from')
      }
    }
  })

  test.each([
    ['its document', `document = '{"a":2}'`],
    ['its digest', `digest = 'other'`],
    ['its name', `name = 'OTHER'`],
    ['its danger', `safety = 'read'`],
    ['its key', `idempotency_key = 'other'`],
    ['its target', `target_id = '205'`],
    ['its time', `expires_at = now() + interval '1 day'`],
    ['its id', `command_id = gen_random_uuid()`],
    ['its person', `person_id = gen_random_uuid()`],
    ['its chat', `chat_id = gen_random_uuid()`],
    ['its confirmation', `confirmed_at = now() + interval '1 second'`],
    ['that it was confirmed', `confirmed_at = null`],
    ['its outcome', `outcome = '{"kind":"failed"}'`],
    ['that it has an outcome', `outcome = null`],
  ])('a change to %s', async (_what, assignment) => {
    const id = await bring('destructive', 'confirmed')
    await change(id, `status = 'executed', outcome = '{"kind":"executed"}'`)
    const read = () => house.ledger.pool.query('select * from envelopes where command_id = $1', [id])
    const { rows } = await read()
    await expect(change(id, assignment)).rejects.toThrow('does not change')
    expect((await read()).rows).toEqual(rows)
  })

  test.each(['envelopes', 'evidence', 'evidence_payloads', 'evidence_seals', 'journal'])(
    'to delete from or empty %s',
    async (table) => {
      await fillEvidence()
      const count = async () => (await house.ledger.pool.query(`select count(*) from ${table}`)).rows
      const before = await count()
      await expect(house.ledger.pool.query(`delete from ${table}`)).rejects.toThrow(refused)
      await expect(house.ledger.pool.query(`truncate ${table} cascade`)).rejects.toThrow('append-only')
      expect(await count()).toEqual(before)
    },
  )

  test.each([
    ['evidence', `kind = 'other'`],
    ['evidence', `facts = '{"a":1}'`],
    ['evidence_seals', `mac = 'other'`],
    ['evidence_payloads', `payload = 'other'`],
    ['journal', `entry = '{"a":1}'`],
  ])('a change to %s: %s', async (table, assignment) => {
    await fillEvidence()
    await expect(house.ledger.pool.query(`update ${table} set ${assignment}`)).rejects.toThrow(refused)
  })
})

test('openLedger() refuses a database that cannot keep what people write, and makes nothing in it', async () => {
  const fresh = await createTestDatabase()
  const name = `${fresh.schema}_latin1`
  await fresh.pool.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  const url = new URL(fresh.url)
  url.pathname = name
  await expect(openLedger({ url: url.href, schema: 'sayso' })).rejects.toMatchObject({
    code: 'database_unavailable',
    message:
      `The database ${name} stores text as LATIN1, which cannot hold everything that people write. Make another one: ` +
      `createdb --encoding=UTF8 --locale=C --template=template0 ${name}_utf8, and name that one in DATABASE_URL.`,
  })
  const pool = createPool({ url: url.href, max: 1 })
  expect((await pool.query("select 1 from pg_namespace where nspname = 'sayso'")).rows).toEqual([])
  await pool.end()
  await fresh.pool.query(`drop database ${name}`)
  await fresh.close()
})

test('openLedger() brings a schema up to date once, whoever opens it at the same time', async () => {
  const fresh = await createTestDatabase()
  const opened = await Promise.all(
    Array.from({ length: 3 }, () => openLedger({ url: fresh.url, schema: fresh.schema })),
  )
  await Promise.all(opened.map((each) => each.close()))
  const { rows } = await fresh.pool.query<{ name: string }>('select name from kysely_migration')
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(rows[0]).toEqual({ name: '001-ledger' })
  await fresh.close()
})

test('openLedger() makes the schema once, whoever starts at the same time on a new database', async () => {
  const fresh = await createTestDatabase()
  for (let n = 0; n < 4; n++) {
    const schema = `${fresh.schema}_new${n}`
    const opened = await Promise.all(Array.from({ length: 5 }, () => openLedger({ url: fresh.url, schema })))
    await Promise.all(opened.map((each) => each.close()))
    const { rows } = await fresh.pool.query('select from pg_namespace where nspname = $1', [schema])
    expect(rows).toHaveLength(1)
    await fresh.pool.query(`drop schema ${schema} cascade`)
  }
  await fresh.close()
})

test('openLedger() opens what is up to date with no more than it takes, and not what is ahead of it', async () => {
  const database = await createTestDatabase()
  const opened = await openLedger(database)
  await opened.close()
  // One who may make nothing, and looks at no other table.
  const role = database.schema.replace('test_', 'role_')
  await database.pool
    .query(`create role ${role} login password 'x'; grant usage on schema ${database.schema} to ${role};
    grant select on ${database.schema}.kysely_migration to ${role}`)
  const url = new URL(database.url)
  Object.assign(url, { username: role, password: 'x' })
  const theirs = await openLedger({ ...database, url: url.href })
  await theirs.close()
  await database.pool.query("insert into kysely_migration values ('999-later', 'now')")
  await expect(openLedger(database)).rejects.toThrow('was made by a newer Sayso')
  await database.pool.query(`drop owned by ${role}; drop role ${role}`)
  await database.close()
})

test('openLedger() does not mind that schemas of others come and go in the same database', async () => {
  const fresh = await createTestDatabase()
  const over = new AbortController()
  const others = Array.from({ length: 3 }, async () => {
    while (!over.signal.aborted) {
      const other = await createTestDatabase()
      await (await openLedger({ url: other.url, schema: other.schema })).close()
      await other.close()
    }
  })
  for (let n = 0; n < 5; n++) {
    const opened = await openLedger({ url: fresh.url, schema: fresh.schema })
    expect(opened.schema).toBe(fresh.schema)
    await opened.close()
  }
  over.abort()
  await Promise.all(others)
  await fresh.close()
})
