import type { Config } from '../config.ts'
import { errorMessage } from '../execution/error-message.ts'
import { lookInto } from '../ledger/look-into.ts'
import type { Finding } from './doctor-finding.ts'

const what = 'Shop'

/** The connection `shop`, which the SQL of commands runs on: whether it can be reached, and whether it keeps what was done. Writes nothing. */
export async function findShop({ shopDatabaseUrl }: Pick<Config, 'shopDatabaseUrl'>): Promise<readonly Finding[]> {
  if (shopDatabaseUrl === null)
    return [
      { what, state: 'ok', says: 'the demo shop, in the database of the ledger (SHOP_DATABASE_URL names another)' },
    ]
  const { host } = new URL(shopDatabaseUrl)
  try {
    const { rows } = await lookInto(shopDatabaseUrl, (client) =>
      client.query<{ name: string; keeps: boolean }>(
        "select current_database() as name, to_regclass('sayso_effects') is not null as keeps",
      ),
    )
    const { name = '', keeps = false } = rows[0] ?? {}
    if (keeps) return [{ what, state: 'ok', says: `${name} at ${host}, with sayso_effects` }]
    const says = `${name} at ${host} has no table sayso_effects: what a crash cut off there is for a person to settle`
    return [{ what, state: 'warn', says, cure: 'Make the table; docs/authoring.md has its statement.' }]
  } catch (error) {
    const cure = 'Start it, or mend SHOP_DATABASE_URL; without it there is the demo shop.'
    return [{ what, state: 'bad', says: `${host} cannot be reached: ${errorMessage(error)}`, cure }]
  }
}
