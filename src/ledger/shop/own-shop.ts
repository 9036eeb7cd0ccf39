/**
 * The tables that a catalogue brings: SQL in its folder `database/`, from which its shop is created at the first start when
 * no other database is named. From then on it is a database like any other, and is changed like one.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { UserError } from '../../errors.ts'
import { errorMessage } from '../../error-message.ts'
import { hasSystemCode } from '../../system-error.ts'
import { ensureShop } from './ensure-shop.ts'
import { placeInText } from './place-in-text.ts'
import { sqlStatements } from './sql-statements.ts'

/** A file of SQL, by the name that people know it by: `database/tables.sql`. */
export type ShopSql = { readonly file: string; readonly text: string }

const beforeFile = 'sayso_before_file'

/** The files of a catalogue's folder `database/`, in the order of their names; none where there is no such folder. */
export async function readShopSql(catalogueDir: string | null): Promise<readonly ShopSql[]> {
  if (catalogueDir === null) return []
  const folder = path.join(catalogueDir, 'database')
  const names = await readdir(folder).catch((cause: unknown): string[] => {
    if (hasSystemCode(cause, 'ENOENT')) return []
    throw new UserError('catalogue_invalid', `The folder ${folder} cannot be read: ${errorMessage(cause)}`, { cause })
  })
  const files = names.filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (name) => ({ file: `database/${name}`, text: await readFile(path.join(folder, name), 'utf8') })),
  )
}

/**
 * Creates the shop from these files unless it exists, as `ensureShop` does.
 * @throws UserError `catalogue_invalid` with the place in the file; nothing is created then
 */
export async function ensureOwnShop(pool: Pool, schema: string, files: readonly ShopSql[]): Promise<boolean> {
  return ensureShop(pool, schema, {
    origin: 'catalogue',
    fill: async (client) => {
      for (const file of files) await runFile(client, file)
    },
  })
}

async function runFile(client: PoolClient, { file, text }: ShopSql): Promise<void> {
  // A file that commits for itself is in no transaction any more, and nothing in it can be tried again.
  const canGoBack = await client.query(`savepoint ${beforeFile}`).then(
    () => true,
    () => false,
  )
  try {
    await client.query(text)
  } catch (cause) {
    const offset = offsetOf(cause, text) ?? (canGoBack ? await findFailing(client, text, cause) : null) ?? 0
    const { line, column } = placeInText(text, offset)
    throw new UserError('catalogue_invalid', `${file}:${line}:${column}: ${errorMessage(cause)}; no table was made`, {
      cause,
    })
  }
}

/** Where Postgres says that it found something wrong; it counts characters, from 1, and of many errors it does not say it. */
function offsetOf(error: unknown, text: string): number | null {
  const position = Number(propertyOf(error, 'position'))
  if (!Number.isInteger(position) || position < 1) return null
  return Array.from(text)
    .slice(0, position - 1)
    .join('').length
}

/** Where the statement begins that fails in the same way when each is run by itself; `null` where none does. */
async function findFailing(client: PoolClient, text: string, cause: unknown): Promise<number | null> {
  let at: number | null = null
  try {
    await client.query(`rollback to savepoint ${beforeFile}`)
    for (const statement of sqlStatements(text)) {
      at = statement.start
      await client.query(statement.text)
    }
    return null
  } catch (error) {
    return propertyOf(error, 'code') === propertyOf(cause, 'code') ? at : null
  }
}

function propertyOf(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}
