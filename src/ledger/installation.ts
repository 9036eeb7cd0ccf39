import { explainPostgres } from './explain-postgres.ts'
import { lookInto } from './look-into.ts'

/**
 * Whether a database holds a ledger in that schema. Creates nothing.
 * @throws UserError `database_unavailable`
 */
export async function hasLedger({ url, schema }: { readonly url: string; readonly schema: string }): Promise<boolean> {
  try {
    return await lookInto(url, async (client) => {
      const { rows } = await client.query<{ there: boolean }>(
        `select exists (select from pg_tables where schemaname = $1 and tablename = 'installation') as there`,
        [schema],
      )
      return rows[0]?.there === true
    })
  } catch (error) {
    throw explainPostgres(error, url)
  }
}
