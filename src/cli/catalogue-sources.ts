import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { CatalogueSources } from '../catalogue/load-catalogue.ts'
import type { Database } from '../ledger/database.ts'
import { createSecrets } from '../ledger/secrets.ts'
import { createShippedActions, planProblemsFor } from '../shipped-actions.ts'

/**
 * The catalogue of a folder that holds commands/ and locales/, judged by the actions that the bot has. They are for looking
 * at: nothing runs, so no database is reached and no folder is made.
 */
export function catalogueSources(folder: string): CatalogueSources {
  // A pool connects when it is first asked for something, and this one never is.
  const pool = new Pool()
  const actions = createShippedActions({
    connections: { shop: { pool } },
    services: {},
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    secrets: createSecrets(randomBytes(32)),
    clock: () => new Date(),
    catalogue: () => ({ roles: new Map(), locales: new Map() }),
    queueHealth: () => Promise.resolve('down'),
    workspaceDir: folder,
  })
  return {
    commandsDir: path.join(folder, 'commands'),
    localesDir: path.join(folder, 'locales'),
    actions,
    planProblems: planProblemsFor(actions),
  }
}
