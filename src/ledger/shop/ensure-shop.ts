import { escapeIdentifier } from 'pg'
import type { Pool, PoolClient } from 'pg'

/** What the tables of a shop are made from: our demo orders, or the SQL of the catalogue. */
export type ShopOrigin = 'demo' | 'catalogue'

/*
 * `sayso_effects` is what makes the steps of domain `sql` exactly-once: `sql/execute` writes the name of its effect
 * there in the transaction of its statement, so that after a crash it can be told whether the statement was committed.
 * A shop of one's own gets the same promise by having the same table.
 */
const effects = `
  create table sayso_effects (
    effect_id text primary key,
    output jsonb,
    at timestamptz not null default now()
  );
`

/**
 * Creates a shop in a schema of its own, all of it or nothing, if there is no such schema yet; returns whether it did. Safe
 * to call from several processes at once: the others wait, and find it done.
 * @param fill creates the tables, over a connection whose search path is that schema
 */
export async function ensureShop(
  pool: Pool,
  schema: string,
  { origin, fill }: { readonly origin: ShopOrigin; readonly fill: (client: PoolClient) => Promise<void> },
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const created = await createShop(client, schema)
    if (created) {
      await fill(client)
      await client.query(`comment on schema ${escapeIdentifier(schema)} is '${origin}'`)
    }
    await client.query('commit')
    client.release()
    return created
  } catch (error) {
    // Nobody else may get a client in the middle of a transaction.
    client.release(true)
    throw error
  }
}

/** What an existing shop was made from. */
export async function shopOrigin(pool: Pool, schema: string): Promise<ShopOrigin> {
  const { rows } = await pool.query<{ origin: string | null }>(
    `select obj_description(oid, 'pg_namespace') as origin from pg_namespace where nspname = $1`,
    [schema],
  )
  // Earlier versions knew only the demo orders, and recorded no origin.
  return rows[0]?.origin === 'catalogue' ? 'catalogue' : 'demo'
}

async function createShop(client: PoolClient, schema: string): Promise<boolean> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('sayso demo shop ' || $1, 0))`, [schema])
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema])
  if (rowCount !== 0) return false
  const name = escapeIdentifier(schema)
  await client.query(`create schema ${name}`)
  await client.query(`set local search_path to ${name}`)
  await client.query(effects)
  return true
}
