import { Client } from 'pg'
import { explainPostgres } from './explain-postgres.ts'

const withinMs = 5_000

/**
 * Whether a database holds a ledger in that schema. Makes nothing.
 * @throws UserError `database_unavailable`
 */
export async function hasLedger({ url, schema }: { readonly url: string; readonly schema: string }): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'sayso look',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      `select exists (select from pg_tables where schemaname = $1 and tablename = 'installation') as there`,
      [schema],
    )
    return rows[0]?.there === true
  } catch (error) {
    throw explainPostgres(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}
