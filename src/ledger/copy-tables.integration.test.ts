import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
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
