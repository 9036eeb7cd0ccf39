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
 * Empties these tables and fills them from their files, whatever their triggers forbid, in the caller's transaction. What the tables
 * of the schema refer to is looked at once all are filled: rows may refer to later ones, and tables to each other.
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
  const references = await referencesOf(client, schema)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  for (const { table } of copied.tables) await copyTableIn(client, schema, table, fileOf(table))
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, last } of copied.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [nameOf(schema, name), last])
}

/** The rows of the table itself: those of its partitions, and of tables that inherit from it, are written as theirs. */
async function copyTableOut(client: Client, schema: string, table: string, file: string): Promise<number> {
  const out = await open(file, 'wx', 0o600)
  let count = 0
  try {
    await client.query(
      `declare rows_out cursor for select copied_row::text as row from only ${nameOf(schema, table)} copied_row`,
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
  const columns = await columnsOf(client, schema, table)
  const values = columns.map((column) => `(given::${name}).${column}`)
  const insert = `insert into ${name} (${columns.join(', ')}) overriding system value select ${values.join(', ')} from unnest($1::text[]) as given`
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

/** The columns of a table that can be given a value: what Postgres computes of others cannot. */
async function columnsOf(client: Client, schema: string, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [nameOf(schema, table)],
  )
  return rows.map(({ name }) => escapeIdentifier(name))
}

/** A foreign key as SQL writes it. */
type Reference = { readonly table: string; readonly name: string; readonly definition: string }

/** The foreign keys of a schema's tables; what partitions have of them comes and goes with that of the whole table. */
async function referencesOf(client: Client, schema: string): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(
    `select relname as table, conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class on pg_class.oid = c.conrelid join pg_namespace n on n.oid = relnamespace
     where contype = 'f' and conparentid = 0 and nspname = $1 order by c.oid`,
    [schema],
  )
  return rows.map(({ table, name, definition }) => ({
    table: nameOf(schema, table),
    name: escapeIdentifier(name),
    definition,
  }))
}

function nameOf(schema: string, name: string): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}
