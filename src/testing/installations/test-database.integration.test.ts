import { expect, test } from 'vitest'
import { Client } from 'pg'
import { createTestDatabase } from './test-database.ts'

test('createTestDatabase() gives every caller a schema of its own, under the same names', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.pool.query('create table things (name text)')
  await two.pool.query('create table things (name text)')
  await one.pool.query(`insert into things values ('mine')`)

  expect((await two.pool.query('select * from things')).rows).toEqual([])
  await one.close()
  expect((await two.pool.query('select 1 from pg_namespace where nspname = $1', [one.schema])).rows).toEqual([])
  await two.close()
})

test('createTestDatabase() pins its schema in the URL, for whoever connects with it', async () => {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  expect((await client.query('select current_schema() as name')).rows).toEqual([{ name: database.schema }])
  await client.end()
  await database.close()
})
