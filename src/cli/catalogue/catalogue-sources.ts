import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { CatalogueSources } from '../../catalogue/load-catalogue.ts'
import type { Config } from '../../config.ts'
import type { HttpServices } from '../../execution/actions/http/http-services.ts'
import { loadServices } from '../../execution/actions/http/load-services.ts'
import { loadActions, type OwnAction } from '../../execution/load-actions.ts'
import type { Database } from '../../ledger/database.ts'
import { createSecrets } from '../../ledger/secrets/secrets.ts'
import { createShippedActions, planProblemsFor } from '../../shipped-actions.ts'

/** What a configuration adds to what steps can do. */
type Configured = { readonly own: readonly OwnAction[]; readonly services: HttpServices }

const nothing: Configured = { own: [], services: {} }
export const shippedFolder = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The catalogue that a start would take: of `dir`, else of `SAYSO_CATALOGUE`, else the shipped one; with the actions of `SAYSO_ACTIONS`
 * and the services of `SAYSO_SERVICES`.
 * @throws UserError `config_invalid`, `actions_invalid`
 */
export async function configuredCatalogue(
  dir: string | undefined,
  { catalogueDir, actionsDir, servicesFile }: Pick<Config, 'catalogueDir' | 'actionsDir' | 'servicesFile'>,
): Promise<{
  readonly folder: string
  readonly sources: CatalogueSources
  readonly own: readonly OwnAction[]
}> {
  const folder = catalogueFolder(dir, { catalogueDir })
  const own = actionsDir === null ? [] : await loadActions(actionsDir)
  const services = servicesFile === null ? {} : await loadServices(servicesFile)
  return { folder, sources: catalogueSources(folder, { own, services }), own }
}

/** Where that catalogue lies. */
export function catalogueFolder(dir: string | undefined, { catalogueDir }: Pick<Config, 'catalogueDir'>): string {
  return dir === undefined ? (catalogueDir ?? shippedFolder) : path.resolve(dir)
}

/**
 * The catalogue of a folder that holds commands/ and locales/, judged by the actions that the bot has. They are for looking
 * at: nothing runs, so no database is reached and no folder is made.
 */
export function catalogueSources(folder: string, { own, services }: Configured = nothing): CatalogueSources {
  // A pool connects when it is first asked for something, and this one never is.
  const pool = new Pool()
  const actions = createShippedActions({
    connections: { shop: { pool } },
    services,
    own,
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    secrets: createSecrets(randomBytes(32)),
    clock: () => new Date(),
    catalogue: () => ({ roles: new Map(), language: 'en', locales: new Map(), commands: new Map() }),
    queueHealth: () => Promise.resolve('down'),
    workspaceDir: folder,
  })
  return {
    commandsDir: path.join(folder, 'commands'),
    localesDir: path.join(folder, 'locales'),
    shippedDir: shippedFolder,
    actions,
    planProblems: planProblemsFor(actions),
  }
}
