import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { copyIn, copyOut } from './copy-tables.ts'

let database: TestDatabase
let client: Client
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-copy-'))
})
afterEach(async () => {
  await client.end()
  await Promise.all([database.close(), rm(folder, { recursive: true })])
})

const fileOf = (table: string) => path.join(folder, `${table}.jsonl`)

/** What a transaction makes of the schema; of one that fails nothing is left. */
async function inTransaction<Result>(work: (schema: string) => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work(database.schema)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function backUp() {
  return inTransaction((schema) => copyOut(client, { schema, except: [], fileOf }))
}

test('copyIn() brings back every character that a text can hold', async () => {
  const text = '\u2028\u2029\r\n"\\\t\u0085\u{1F642}(,)'
  await client.query('create table notes (text text)')
  await client.query('insert into notes values ($1), ($2)', [text, 'after'])
  const copied = await backUp()
  await client.query('truncate notes')
  await inTransaction((schema) => copyIn(client, { schema, copied, fileOf }))
  expect((await client.query('select text from notes')).rows).toEqual([{ text }, { text: 'after' }])
})

const shops = {
  'columns that Postgres computes or counts': `
    create table items (id int generated always as identity primary key, price int not null, "Twice it" int generated always as (price * 2) stored,
      dropped int, note text);
    alter table items drop column dropped;
    insert into items (price, note) values (3, 'a,"b"'), (4, null)`,
  'rows that come more than a batch before those that they refer to': `
    create table items (id int primary key, above int references items);
    insert into items select n, case when n < 1200 then 1200 end from generate_series(1, 1200) n`,
  'tables that refer to each other': `
    create table teams (id int primary key, led_by int);
    create table players (id int primary key, team int not null references teams on delete cascade);
    alter table teams add constraint led foreign key (led_by) references players deferrable initially deferred;
    insert into teams values (1, null), (2, null); insert into players values (10, 1), (20, 2);
    update teams set led_by = id * 10`,
  'a reference that not every row keeps to, and rows of parts of a table': `
    create table days (day int primary key);
    create table visits (day int, who text) partition by range (day);
    create table early_visits partition of visits for values from (0) to (10);
    create table late_visits partition of visits for values from (10) to (20);
    create table orphans (day int);
    insert into days values (1), (11); insert into visits values (1, 'Ana'), (11, 'Rui'); insert into orphans values (99);
    alter table visits add foreign key (day) references days;
    alter table orphans add foreign key (day) references days not valid`,
}

/** Every row of the schema, and what its tables demand of them. */
async function contents() {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 order by 1`,
    [database.schema],
  )
  const rows: unknown[] = []
  for (const { name } of tables) {
    const all = await client.query({ text: `select * from only ${name} order by 1`, rowMode: 'array' })
    rows.push({ name, rows: all.rows as unknown[] })
  }
  const { rows: demands } = await client.query(
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as demand, convalidated from pg_constraint
     where connamespace = $1::regnamespace order by 1, 2, 3`,
    [database.schema],
  )
  return { rows, demands }
}

test.each(Object.entries(shops))('copyIn() brings back %s', async (_what, shop) => {
  await client.query(shop)
  const before = await contents()
  const copied = await backUp()
  await inTransaction((schema) => copyIn(client, { schema, copied, fileOf }))
  expect(await contents()).toEqual(before)
})

test('copyIn() tells of a line that is no row where it stands, and nothing of what is in it', async () => {
  await client.query(`create table notes (text text); insert into notes values ('kept')`)
  const copied = await backUp()
  for (const line of ['"(private', '{"text":"private"}']) {
    await writeFile(fileOf('notes'), `"(first)"\n${line}\n`)
    const error = await inTransaction((schema) => copyIn(client, { schema, copied, fileOf })).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({
      code: 'backup_invalid',
      message: 'The backup is damaged: line 2 of the table notes is not a row',
    })
    // With all that caused it.
    expect(inspect(error)).not.toContain('private')
  }
  expect((await client.query('select text from notes')).rows).toEqual([{ text: 'kept' }])
})
