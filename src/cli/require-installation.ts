import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { UserError } from '../errors.ts'
import { hasLedger } from '../ledger/installation.ts'
import { hasData, layOutDataFolder } from '../ledger/embedded/postgres-data.ts'
import { schemaOf } from '../open-stores.ts'

/**
 * Opening makes what is not there. A subcommand that works on what is there asks this first: a mistyped folder must not pass as an
 * installation with nothing in it.
 * @throws UserError `usage`, `database_unavailable`
 */
export async function requireInstallation(config: Config): Promise<void> {
  const { dataDir, databaseUrl, isolated } = config
  if (databaseUrl === null) {
    if (hasData(layOutDataFolder(dataDir))) return
    throw nothingIn(dataDir, 'name its folder with --data or SAYSO_DATA')
  }
  // A folder of one's own names a schema of one's own.
  if (isolated && !existsSync(dataDir)) throw nothingIn(dataDir, 'name its folder with --data')
  if (await hasLedger({ url: databaseUrl, schema: await schemaOf(config) })) return
  const cure = isolated ? 'name its folder with --data, or correct DATABASE_URL' : 'correct DATABASE_URL'
  throw nothingIn(isolated ? `${dataDir} and its database` : 'the database that DATABASE_URL names', cure)
}

function nothingIn(place: string, cure: string): UserError {
  return new UserError(
    'usage',
    `There is no installation of Sayso in ${place}; ${cure}, or make a new one with npm start`,
  )
}
