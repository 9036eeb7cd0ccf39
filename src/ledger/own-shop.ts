/**
 * The tables that a catalogue brings: SQL in its folder `database/`, from which its shop is created at the first start when
 * no other database is named. From then on it is a database like any other, and is changed like one.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { UserError } from '../errors.ts'
import { errorMessage } from '../execution/error-message.ts'
import { ensureShop } from './ensure-shop.ts'

/** A file of SQL, by the name that people know it by: `database/tables.sql`. */
export type ShopSql = { readonly file: string; readonly text: string }

/** The files of a catalogue's folder `database/`, in the order of their names; none when there is no such folder. */
export async function readShopSql(catalogueDir: string | null): Promise<readonly ShopSql[]> {
  if (catalogueDir === null) return []
  const folder = path.join(catalogueDir, 'database')
  const names = await readdir(folder).catch((cause: unknown): string[] => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
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
  try {
    await client.query(text)
  } catch (cause) {
    const before = text.slice(0, Math.max(positionOf(cause) - 1, 0)).split('\n')
    const place = `${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`
    throw new UserError('catalogue_invalid', `${place}: ${errorMessage(cause)}; no table was made`, { cause })
  }
}

/** Where in the text sent Postgres found a mistake, counted from 1; at its beginning when Postgres does not say. */
function positionOf(error: unknown): number {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 1
  return Number.isInteger(position) ? position : 1
}
