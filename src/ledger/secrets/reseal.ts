/**
 * Seals anew what earlier root secrets have sealed, one transaction per table, so that after an interruption at most one
 * table is done again. A value that is not what was sealed stops it: under a new root it would be lost as well, but
 * silently.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { LedgerDb } from '../database.ts'
import { sealedWithKey, type Secrets } from './secrets.ts'

const batchRows = 200
/** A layout byte, a key id, a nonce and a tag: nothing that is sealed is shorter, and no code is this long. */
const leastSealedBytes = 33

type SealedColumn = {
  readonly table: string
  readonly column: string
  /** The purpose under which its own module seals it. */
  readonly purpose: string
  /** The row's identity under the seal, as its own module writes it. */
  readonly identity: RawBuilder<string>
  /** Other tables that the identity needs. */
  readonly join?: RawBuilder<unknown>
}

const sealedColumns: readonly SealedColumn[] = [
  { table: 'outbox', column: 'body', purpose: 'outbox', identity: sql`t.id` },
  {
    table: 'evidence_payloads',
    column: 'payload',
    purpose: 'evidence-payload',
    identity: sql`encode(e.payload_digest, 'hex')`,
    join: sql`join evidence e on e.id = t.evidence_id`,
  },
  {
    table: 'kept_secrets',
    column: 'sealed',
    purpose: 'kept-secret',
    identity: sql`t.chat_id || '/' || t.identity_id || '/' || t.id`,
  },
  { table: 'unfinished_strikes', column: 'sealed', purpose: 'unfinished-strike', identity: sql`t.command_id::text` },
  { table: 'whatsapp_accounts', column: 'creds', purpose: 'whatsapp-creds', identity: sql`t.account` },
  {
    table: 'whatsapp_keys',
    column: 'value',
    purpose: 'whatsapp-keys',
    identity: sql`t.account || '/' || t.type || '/' || encode(t.id, 'hex')`,
  },
  {
    table: 'whatsapp_inbound',
    column: 'content',
    purpose: 'whatsapp-inbound',
    identity: sql`t.account || '//' || encode(t.digest, 'hex')`,
  },
  {
    table: 'whatsapp_sent',
    column: 'media',
    purpose: 'whatsapp-media',
    identity: sql`t.account || '/' || t.message_id`,
  },
]

/** How many values of a table, or files of a folder, something applies to. */
export type Sealed = { readonly where: string; readonly values: number }

/**
 * Seals all values of the ledger anew that were not sealed with its own root; `onDone` hears of each table.
 * @throws UserError `secret_mismatch` for a value whose root is unknown
 * @throws TerminalError `secret_mismatch` for one that was changed
 */
export async function resealTables(
  db: LedgerDb,
  secrets: Secrets,
  onDone: (sealed: Sealed) => void = () => {},
): Promise<void> {
  for (const column of sealedColumns) onDone({ where: column.table, values: await resealColumn(db, secrets, column) })
}

async function resealColumn(
  db: LedgerDb,
  secrets: Secrets,
  { table, column, purpose, identity, join = sql`` }: SealedColumn,
): Promise<number> {
  const value = sql.ref(`t.${column}`)
  return db.transaction().execute(async (trx) => {
    // Looking through a large table takes as long as it takes.
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`declare sealed_values no scroll cursor for
      select t.ctid::text as place, ${identity} as identity, ${value} as value from ${sql.table(table)} t ${join}
      where ${isSealedOtherwise(value, secrets)}`.execute(trx)
    let values = 0
    for (;;) {
      const { rows } = await sql<{ place: string; identity: string; value: Buffer }>`
        fetch ${sql.lit(batchRows)} from sealed_values`.execute(trx)
      if (rows.length === 0) return values
      const anew = rows.map((row) =>
        secrets.seal(purpose, row.identity, secrets.open(purpose, row.identity, row.value)),
      )
      await sql`update ${sql.table(table)} t set ${sql.ref(column)} = given.value
        from unnest(${rows.map(({ place }) => place)}::text[], ${anew}::bytea[]) as given (place, value)
        where t.ctid = given.place::tid`.execute(trx)
      values += rows.length
    }
  })
}

/** The same for kept audio, which is files sealed under their names. */
export async function resealAudio(folder: string, secrets: Secrets): Promise<number> {
  let values = 0
  for (const name of await audioIn(folder)) {
    const file = path.join(folder, name)
    const sealed = await readFile(file)
    if ([null, secrets.keyId].includes(sealedWithKey(sealed))) continue
    await writeFile(`${file}.part`, secrets.seal('audio', name, secrets.open('audio', name, sealed)), { mode: 0o600 })
    await rename(`${file}.part`, file)
    values += 1
  }
  return values
}

/**
 * What still needs a root other than the ledger's own, wherever it lies: every column that holds bytes is looked through,
 * whether or not this module knows of it.
 */
export async function findSealedOtherwise(
  db: LedgerDb,
  secrets: Secrets,
  audioFolder: string,
): Promise<readonly Sealed[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'bytea' order by 1, 2`.execute(db)
  const found: Sealed[] = []
  for (const { table, column } of columns) found.push(await countOtherwise(db, secrets, table, column))
  const files = await audioIn(audioFolder)
  const keys = await Promise.all(files.map(async (name) => sealedWithKey(await readFile(path.join(audioFolder, name)))))
  found.push({ where: audioFolder, values: keys.filter((key) => key !== null && key !== secrets.keyId).length })
  return found.filter(({ values }) => values > 0)
}

async function countOtherwise(db: LedgerDb, secrets: Secrets, table: string, column: string): Promise<Sealed> {
  const value = sql.ref(column)
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql<{ values: number }>`select count(*)::int as values from ${sql.table(table)}
      where ${isSealedOtherwise(value, secrets)}`.execute(trx)
    return { where: `${table}.${column}`, values: rows[0]?.values ?? 0 }
  })
}

/** Whether a column's value is sealed and names a root other than the ledger's own. */
function isSealedOtherwise(value: RawBuilder<unknown>, { keyId }: Secrets): RawBuilder<boolean> {
  return sql`length(${value}) >= ${leastSealedBytes} and substring(${value} from 1 for 1) = ${Buffer.of(1)}
    and substring(${value} from 2 for 4) <> ${Buffer.from(keyId, 'hex')}`
}

async function audioIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => !name.endsWith('.part'))
}
