/**
 * Makes the tables of shop.sql where the connection `shop` is: in the database of SHOP_DATABASE_URL, else in the Postgres of a Sayso
 * that runs with the data folder SAYSO_DATA. All of them or, where one is there already, none.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client, type ClientConfig } from 'pg'

const { SHOP_DATABASE_URL: url, SAYSO_DATA: dataFolder = '.sayso' } = process.env

const tables = await readFile(path.join(import.meta.dirname, 'shop.sql'), 'utf8')
const client = new Client(url === undefined ? await ofRunningSayso() : { connectionString: url })
await client.connect()
try {
  await client.query(`begin; ${tables}; commit`)
} finally {
  await client.end()
}

async function ofRunningSayso(): Promise<ClientConfig> {
  const text = await readFile(path.join(dataFolder, 'postgres.json'), 'utf8')
  // Sayso writes it.
  const { port, password } = JSON.parse(text) as { readonly port: number; readonly password: string }
  return { host: '127.0.0.1', port, password, user: 'sayso', database: 'sayso', options: '-c search_path=shop' }
}
