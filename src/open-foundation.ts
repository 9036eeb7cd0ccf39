/**
 * What the bot, the worker and every subcommand stand on: database, ledger, secret, catalogue, people, queue names. Opened
 * once a process, closed in the reverse order.
 */
import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Catalogue } from './catalogue/catalogue.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import type { Config } from './config.ts'
import { createCommandQueue, type CommandQueue } from './dispatch/command-queue.ts'
import type { QueueBackend } from './dispatch/queue-backend.ts'
import type { Actions } from './execution/action.ts'
import { loadServices } from './execution/actions/load-services.ts'
import { seedWorkspace } from './execution/seed-workspace.ts'
import { ensureDemoShop } from './ledger/demo-shop.ts'
import { openEmbeddedPostgres } from './ledger/embedded-postgres.ts'
import { ensureInstallation } from './ledger/installation.ts'
import { loadSecret } from './ledger/load-secret.ts'
import { createPool, openLedger, type Ledger } from './ledger/open-ledger.ts'
import { createSecrets, type Secrets } from './ledger/secrets.ts'
import { createShippedActions, planProblemsFor } from './shipped-actions.ts'

export type Foundation = {
  readonly config: Config
  readonly log: Logger
  readonly ledger: Ledger
  readonly secrets: Secrets
  readonly catalogue: Catalogue
  readonly actions: Actions
  readonly backend: QueueBackend
  /** Prefix of everything in Redis, so that several installations may share one. */
  readonly prefix: string
  /** A few lines on what runs where, for people. */
  readonly report: readonly (readonly [what: string, where: string])[]
  readonly close: () => Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Opens everything, or nothing: what was opened before a failure is closed again. */
export async function openFoundation(config: Config, log: Logger): Promise<Foundation> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const each of closers.splice(0).toReversed()) await each()
  }
  try {
    return await build(config, log, closers, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  config: Config,
  log: Logger,
  closers: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<Foundation> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await seedWorkspace(config.workspaceDir)
  const [database, schema] = await Promise.all([openDatabase(config, log, closers), schemaOf(config)])
  const ledger = await openLedger({ url: database.url, schema })
  closers.push(() => ledger.close())
  const secrets = createSecrets(
    await loadSecret({ dir: config.dataDir, fromEnvironment: config.secret, embedded: config.databaseUrl === null }),
  )
  const installation = await ensureInstallation(ledger.db, secrets)
  const prefix = `sayso-${installation}`
  const backend: QueueBackend =
    config.redisUrl === null
      ? { kind: 'postgres', url: database.url, schema: `${schema}_queue` }
      : { kind: 'redis', url: config.redisUrl }
  const shop = await openShop(config, ledger, closers)
  const loaded: { catalogue?: Catalogue } = {}
  const actions = createShippedActions({
    connections: { shop: { pool: shop.pool } },
    services: config.servicesFile === null ? {} : await loadServices(config.servicesFile),
    db: ledger.db,
    secrets,
    clock: () => new Date(),
    // Loaded below, with these actions; nobody runs one before.
    catalogue: () => loaded.catalogue ?? { roles: new Map(), locales: new Map() },
    queueHealth: askQueue({ backend, prefix }, closers),
    workspaceDir: config.workspaceDir,
  })
  const catalogue = await loadCatalogue({
    commandsDir: path.join(config.catalogueDir ?? root, 'commands'),
    localesDir: path.join(config.catalogueDir ?? root, 'locales'),
    actions,
    planProblems: planProblemsFor(actions),
  })
  loaded.catalogue = catalogue
  return {
    config,
    log,
    ledger,
    secrets,
    catalogue,
    actions,
    backend,
    prefix,
    report: [
      ['Database', `${database.where}, schema ${schema}`],
      ['Queue', config.redisUrl === null ? 'in the same database (REDIS_URL for Redis)' : 'Redis'],
      ['Orders', shop.where],
      [
        'Commands',
        `${catalogue.commands.size} in ${catalogue.locales.size === 1 ? 'one language' : `${catalogue.locales.size} languages`}`,
      ],
    ],
    close,
  }
}

/** Opens the queue when somebody asks how it is: most processes never do. */
function askQueue(
  place: { readonly backend: QueueBackend; readonly prefix: string },
  closers: (() => Promise<void>)[],
): () => Promise<'up' | 'down'> {
  let queue: CommandQueue | null = null
  return () => {
    if (queue === null) {
      const opened = createCommandQueue(place)
      queue = opened
      closers.push(() => opened.close())
    }
    return queue.health()
  }
}

async function openDatabase(config: Config, log: Logger, closers: (() => Promise<void>)[]) {
  if (config.databaseUrl !== null)
    return { url: config.databaseUrl, where: `Postgres at ${new URL(config.databaseUrl).host}` }
  const postgres = await openEmbeddedPostgres({ dir: config.dataDir, log })
  closers.push(() => postgres.close())
  return {
    url: postgres.url,
    where: `Postgres ${postgres.version} in ${path.relative(process.cwd(), path.join(config.dataDir, 'postgres')) || '.'}`,
  }
}

/** `--data` isolates everything: in a database that others use too, it gets a schema of its own. */
export async function schemaOf(config: Config): Promise<string> {
  if (!config.isolated || config.databaseUrl === null) return 'sayso'
  const folder = await realpath(config.dataDir)
  return `sayso_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
}

/** Where the demo shop of a ledger lies, when there is no other shop. */
export function shopSchemaOf({ schema }: Pick<Ledger, 'schema'>): string {
  return schema === 'sayso' ? 'shop' : `${schema}_shop`
}

async function openShop(config: Config, ledger: Ledger, closers: (() => Promise<void>)[]) {
  const schema = shopSchemaOf(ledger)
  if (config.shopDatabaseUrl === null) await ensureDemoShop(ledger.pool, schema)
  const pool = createPool({
    url: config.shopDatabaseUrl ?? ledger.url,
    ...(config.shopDatabaseUrl === null ? { schema } : {}),
    max: 6,
  })
  closers.push(() => pool.end())
  const where =
    config.shopDatabaseUrl === null
      ? 'demo shop, orders 201 to 220 (SHOP_DATABASE_URL for yours)'
      : `Postgres at ${new URL(config.shopDatabaseUrl).host}`
  return { pool, where }
}
