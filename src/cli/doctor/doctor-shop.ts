import { findMisfits } from '../../catalogue/lint/find-misfits.ts'
import type { CatalogueReading } from '../../catalogue/load-catalogue.ts'
import type { Config } from '../../config.ts'
import { misfitOf } from '../../execution/actions/sql/sql-fit.ts'
import { errorMessage } from '../../error-message.ts'
import { lookInto } from '../../ledger/look-into.ts'
import type { Finding } from './doctor-finding.ts'

const what = 'Shop'
/** How many statements are told one by one. */
const mostTold = 10

/** The connection `shop`, which the SQL of commands runs on: whether it can be reached, and whether it keeps what was done. Writes nothing. */
export async function findShop({ shopDatabaseUrl }: Pick<Config, 'shopDatabaseUrl'>): Promise<readonly Finding[]> {
  if (shopDatabaseUrl === null)
    return [
      { what, state: 'ok', says: 'that of Sayso, in the database of the ledger (SHOP_DATABASE_URL names another)' },
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
    const says = `${name} at ${host} has no table sayso_effects: a person has to settle steps that are cut off by a crash`
    return [{ what, state: 'warn', says, cure: 'Create the table; docs/authoring.md has the statement.' }]
  } catch (error) {
    const cure = 'Start it, or correct SHOP_DATABASE_URL; if it is not set, the demo shop is used.'
    return [{ what, state: 'bad', says: `${host} cannot be reached: ${errorMessage(error)}`, cure }]
  }
}

/**
 * The statements of the catalogue on that connection, none of which is run. Nothing is said of the demo shop, of a catalogue that is not
 * sound, and of a connection that cannot be reached: others say so.
 */
export async function findStatements(
  { shopDatabaseUrl }: Pick<Config, 'shopDatabaseUrl'>,
  reading: CatalogueReading,
): Promise<readonly Finding[]> {
  if (shopDatabaseUrl === null || reading.problems.length > 0) return []
  const misfits = await lookInto(shopDatabaseUrl, (client) =>
    findMisfits(reading, (statement) => misfitOf(statement, (text) => client.query(text))),
  ).catch(() => null)
  if (misfits === null) return []
  if (misfits.length === 0)
    return [{ what: 'Statements', state: 'ok', says: 'fit the tables of the connection "shop"' }]
  const cure = 'Correct the statement, or create the table or column in the database of SHOP_DATABASE_URL.'
  const told = misfits
    .slice(0, mostTold)
    .map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
  const more = misfits.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more that do not fit`] : [])].map((says): Finding => ({
    what: 'Statements',
    state: 'bad',
    says,
    cure,
  }))
}
