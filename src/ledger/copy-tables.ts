/**
 * Copies the rows of a schema's tables out of Postgres and back in, for backups. A row travels as the text that Postgres
 * itself makes of it, which loses nothing of any type; each line holds one row, as a JSON string.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { escapeIdentifier, type Client } from 'pg'
import { UserError } from '../errors.ts'
import { linesOf } from '../lines-of.ts'

const batchRows = 500

/** A table that was written to a file of its own. */
export type CopiedTable = { readonly table: string; readonly rows: number }

/** A sequence of a schema, and the number that it has reached. */
export type CopiedSequence = { readonly name: string; readonly last: string }

export type CopiedSchema = { readonly tables: readonly CopiedTable[]; readonly sequences: readonly CopiedSequence[] }

/** Writes every table of a schema except these; the caller's transaction is the snapshot. `fileOf` names a table's file. */
export async function copyOut(
  client: Client,
  {
    schema,
    except,
    fileOf,
  }: { readonly schema: string; readonly except: readonly string[]; readonly fileOf: (table: string) => string },
): Promise<CopiedSchema> {
  const tables: CopiedTable[] = []
  for (const table of await tablesOf(client, schema)) {
    if (!except.includes(table)) tables.push({ table, rows: await copyTableOut(client, schema, table, fileOf(table)) })
  }
  const { rows: sequences } = await client.query<CopiedSequence>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = $1 and last_value is not null order by 1`,
    [schema],
  )
  return { tables, sequences }
}

/**
 * Empties these tables and fills them from their files, whatever their triggers forbid, in the caller's transaction. A table
 * that others refer to is filled before them.
 */
export async function copyIn(
  client: Client,
  {
    schema,
    copied,
    fileOf,
  }: { readonly schema: string; readonly copied: CopiedSchema; readonly fileOf: (table: string) => string },
): Promise<void> {
  const names = copied.tables.map(({ table }) => nameOf(schema, table))
  const wanted = new Set(copied.tables.map(({ table }) => table))
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  for (const table of await inOrder(client, schema)) {
    if (wanted.has(table)) await copyTableIn(client, schema, table, fileOf(table))
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, last } of copied.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [nameOf(schema, name), last])
}

async function copyTableOut(client: Client, schema: string, table: string, file: string): Promise<number> {
  const out = await open(file, 'wx', 0o600)
  let count = 0
  try {
    await client.query(
      `declare rows_out cursor for select copied_row::text as row from ${nameOf(schema, table)} copied_row`,
    )
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from rows_out`)
      if (rows.length === 0) break
      count += rows.length
      await out.appendFile(rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
    }
    await client.query('close rows_out')
  } finally {
    await out.close()
  }
  return count
}

async function copyTableIn(client: Client, schema: string, table: string, file: string): Promise<void> {
  const name = nameOf(schema, table)
  const insert = `insert into ${name} overriding system value select (given::${name}).* from unnest($1::text[]) as given`
  let batch: string[] = []
  let count = 0
  for await (const line of linesOf(createReadStream(file))) {
    count += 1
    batch.push(parseRow(line, `line ${count} of the table ${table}`))
    if (batch.length < batchRows) continue
    await client.query(insert, [batch])
    batch = []
  }
  if (batch.length > 0) await client.query(insert, [batch])
}

/** @throws UserError `backup_invalid`, which tells where the row stands and nothing of what is in it */
function parseRow(line: string, where: string): string {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'string') return row
  } catch {
    // Told below: what the parser says of it quotes the row.
  }
  throw new UserError('backup_invalid', `The backup is damaged: ${where} is not a row`)
}

async function tablesOf(client: Client, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and tablename !~ '^kysely_' order by 1`,
    [schema],
  )
  return rows.map(({ name }) => name)
}

/** The tables of a schema, each after those that it refers to. */
async function inOrder(client: Client, schema: string): Promise<readonly string[]> {
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select a.relname as from, b.relname as to from pg_constraint c
     join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
     join pg_namespace n on n.oid = a.relnamespace where c.contype = 'f' and n.nspname = $1 and a.oid <> b.oid`,
    [schema],
  )
  const left = new Set(await tablesOf(client, schema))
  const ordered: string[] = []
  while (left.size > 0) {
    const ready = [...left].filter((table) => !references.some(({ from, to }) => from === table && left.has(to)))
    if (ready.length === 0) throw new TypeError(`The tables of ${schema} refer to each other in a circle`)
    for (const table of ready) left.delete(table)
    ordered.push(...ready)
  }
  return ordered
}

function nameOf(schema: string, name: string): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}
