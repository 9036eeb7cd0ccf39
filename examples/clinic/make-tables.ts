/**
 * Makes the tables of a file of SQL, shop.sql unless another is named, where the connection `shop` is: in the database of
 * SHOP_DATABASE_URL, else in the Postgres of a Sayso that runs with the data folder SAYSO_DATA. All of them or, where one is there
 * already, none.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createPool } from '../../src/ledger/open-ledger.ts'

const { SHOP_DATABASE_URL: own, SAYSO_DATA: dataFolder = '.sayso' } = process.env
const [, , file = path.join(import.meta.dirname, 'shop.sql')] = process.argv

const tables = await readFile(file, 'utf8')
const pool = createPool({ ...(own === undefined ? await ofRunningSayso() : { url: own }), max: 1 })
try {
  await pool.query(`begin; ${tables}; commit`)
} finally {
  await pool.end()
}

async function ofRunningSayso(): Promise<{ readonly url: string; readonly schema: string }> {
  const text = await readFile(path.join(dataFolder, 'postgres.json'), 'utf8')
  // Sayso writes it.
  const { port, password } = JSON.parse(text) as { readonly port: number; readonly password: string }
  return { url: `postgres://sayso:${encodeURIComponent(password)}@127.0.0.1:${port}/sayso`, schema: 'shop' }
}
