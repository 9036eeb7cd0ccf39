import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { ensureDemoShop } from './demo-shop.ts'
import { shopOrigin } from './ensure-shop.ts'
import { ensureOwnShop, readShopSql } from './own-shop.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A schema of its own that is dropped again. */
async function withSchema(name: string, work: (schema: string) => Promise<void>): Promise<void> {
  const schema = `${database.schema}_${name}`
  try {
    await work(schema)
  } finally {
    await database.pool.query(`drop schema if exists "${schema}" cascade`)
  }
}

const files = [
  {
    file: 'database/1.sql',
    text: 'create table dentists (name text); create view names as select name from dentists;',
  },
  { file: 'database/2.sql', text: "insert into dentists values ('Helena');" },
]

test('the tables of a catalogue are made once, with what tells whether a step happened, however many start at once', async () => {
  await withSchema('own', async (schema) => {
    const made = await Promise.all(Array.from({ length: 4 }, () => ensureOwnShop(database.pool, schema, files)))
    expect(made.filter(Boolean)).toHaveLength(1)
    const { rows } = await database.pool.query(
      `select name, (select count(*)::int from "${schema}".sayso_effects) as effects from "${schema}".names`,
    )
    expect(rows).toEqual([{ name: 'Helena', effects: 0 }])
    expect(await shopOrigin(database.pool, schema)).toBe('catalogue')
  })
})

test('a shop that is there stays as it is', async () => {
  await withSchema('demo', async (schema) => {
    await ensureDemoShop(database.pool, schema)
    expect(await ensureOwnShop(database.pool, schema, files)).toBe(false)
    expect(await shopOrigin(database.pool, schema)).toBe('demo')
    // As earlier versions made it.
    await database.pool.query(`comment on schema "${schema}" is null`)
    expect(await shopOrigin(database.pool, schema)).toBe('demo')
  })
})

test('what does not run is told with its place, and nothing is made', async () => {
  await withSchema('broken', async (schema) => {
    const broken = { file: 'database/2.sql', text: "-- A comment\ninsert into dentists\n  valuess ('Helena');" }
    await expect(ensureOwnShop(database.pool, schema, [...files.slice(0, 1), broken])).rejects.toMatchObject({
      code: 'catalogue_invalid',
      message: 'database/2.sql:3:3: syntax error at or near "valuess"; no table was made',
    })
    const { rows } = await database.pool.query('select 1 from pg_namespace where nspname = $1', [schema])
    expect(rows).toEqual([])
    expect(await ensureOwnShop(database.pool, schema, files)).toBe(true)
  })
})

test.each([
  [
    'create table pizzas (name text);\n\ncreate table sayso_effects (effect_id text);',
    '3:1: relation "sayso_effects" already exists',
  ],
  [
    "-- 🍕\ncreate table pizzas (name text unique);\ninsert into pizzas values ('a;');\n  insert into pizzas values ('a;');",
    '4:3: duplicate key value violates unique constraint "pizzas_name_key"',
  ],
  ['/* 🍕🍕 */ select nothing;', '1:19: column "nothing" does not exist'],
])('what does not run is told at its statement: %j', async (text, told) => {
  await withSchema('failing', async (schema) => {
    await expect(ensureOwnShop(database.pool, schema, [{ file: '1.sql', text }])).rejects.toMatchObject({
      message: `1.sql:${told}; no table was made`,
    })
    const { rows } = await database.pool.query('select 1 from pg_namespace where nspname = $1', [schema])
    expect(rows).toEqual([])
  })
})

test('a file that commits for itself keeps none after it from running', async () => {
  await withSchema('committed', async (schema) => {
    const committing = { file: '1.sql', text: 'begin; create table one (id text); commit;' }
    const after = { file: '2.sql', text: `create table "${schema}".two (id text);` }
    expect(await ensureOwnShop(database.pool, schema, [committing, after])).toBe(true)
  })
})

test('the SQL of a catalogue is that of its folder database/, by name; none where there is no such folder', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayso-own-shop-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await readShopSql(null)).toEqual([])
  expect(await readShopSql(folder)).toEqual([])
  await writeFile(path.join(folder, 'database'), 'create table t ()')
  await expect(readShopSql(folder)).rejects.toThrow('cannot be read')
  await rm(path.join(folder, 'database'))
  await mkdir(path.join(folder, 'database'))
  for (const name of ['2.sql', '1.sql', 'README.md']) await writeFile(path.join(folder, 'database', name), name)
  expect(await readShopSql(folder)).toEqual([
    { file: 'database/1.sql', text: '1.sql' },
    { file: 'database/2.sql', text: '2.sql' },
  ])
})
