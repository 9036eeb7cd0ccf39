/**
 * What the bot, the worker and every subcommand stand on: database, ledger, secret, catalogue, people, queue names. Opened
 * once a process, closed in the reverse order.
 */
import { createHash } from 'node:crypto'
import { mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Catalogue } from './catalogue/catalogue.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import type { Config } from './config.ts'
import { createCommandQueue, type CommandQueue } from './dispatch/command-queue.ts'
import type { QueueBackend } from './dispatch/queue-backend.ts'
import { UserError } from './errors.ts'
import type { Actions } from './execution/action.ts'
import { loadActions } from './execution/load-actions.ts'
import { loadServices } from './execution/actions/load-services.ts'
import { seedWorkspace } from './execution/seed-workspace.ts'
import { ensureDemoShop } from './ledger/demo-shop.ts'
import { openEmbeddedPostgres } from './ledger/embedded-postgres.ts'
import { loadSecrets, type RootSecrets } from './ledger/load-secrets.ts'
import { isSealed, openLedgerSecrets } from './ledger/open-ledger-secrets.ts'
import { createPool, openLedger, type Ledger } from './ledger/open-ledger.ts'
import type { Secrets } from './ledger/secrets.ts'
import { useLedger, type LedgerUse } from './ledger/use-ledger.ts'
import { createShippedActions, planProblemsFor } from './shipped-actions.ts'
import { openTelemetry, type Telemetry } from './telemetry/telemetry.ts'

export type Foundation = {
  readonly config: Config
  readonly log: Logger
  readonly ledger: Ledger
  readonly secrets: Secrets
  /** Takes the ledger for this process alone, until it is closed. @throws UserError `ledger_in_use` */
  readonly alone: LedgerUse['alone']
  readonly catalogue: Catalogue
  readonly actions: Actions
  readonly backend: QueueBackend
  /** Prefix of everything in Redis, so that several installations may share one. */
  readonly prefix: string
  /** The queue as it is looked at from outside; opened when it is asked for the first time. */
  readonly queue: () => CommandQueue
  readonly telemetry: Telemetry
  /** A few lines on what runs where, for people. */
  readonly report: readonly (readonly [what: string, where: string])[]
  readonly close: () => Promise<void>
}

/** What is kept, without what can be done with it. */
export type Stores = Pick<Foundation, 'config' | 'log' | 'ledger' | 'secrets' | 'alone' | 'close'>

const root = fileURLToPath(new URL('..', import.meta.url))

/** How long a part may take to close; what it then still does is ended with the process. */
const closeLimitMs = 5_000
/** The same for connections, which wait for the statements on them: one that goes on is a step's that did not end in time. */
const connectionsLimitMs = 1_000

/**
 * Opens what is kept, or nothing. It is enough to prove, back up, bring back or seal anew, which must not need a sound catalogue.
 * @throws UserError as `openFoundation` does, but for the catalogue and actions
 */
export async function openStores(config: Config, log: Logger): Promise<Stores> {
  return opening([], async (closers, close) => {
    const { ledger, secrets, alone } = await openKept(config, log, closers)
    return { config, log, ledger, secrets, alone, close }
  })
}

/**
 * Opens everything, or nothing: what was opened before a failure is closed again. Telemetry is opened too unless it is given, and is
 * closed with the rest in either case. A catalogue that is given was loaded with the same configuration, and is not loaded again.
 */
export async function openFoundation(
  config: Config,
  log: Logger,
  telemetry?: Telemetry,
  catalogue?: Catalogue,
): Promise<Foundation> {
  const looked = telemetry ?? (await openTelemetry(config))
  return opening([looked.close], (closers, close) =>
    build({ config, log, telemetry: looked, catalogue }, closers, close),
  )
}

/** What ends each part that was opened; the last one first. */
type Closers = (() => Promise<void>)[]

/** Gives what was opened, with what closes it again; where something failed, what was opened before is closed. */
async function opening<Opened>(
  closers: Closers,
  open: (closers: Closers, close: () => Promise<void>) => Promise<Opened>,
): Promise<Opened> {
  const close = async () => {
    for (const each of closers.splice(0).toReversed()) await soon(each(), closeLimitMs)
  }
  try {
    return await open(closers, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function openKept(config: Config, log: Logger, closers: Closers) {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await seedWorkspace(config.workspaceDir)
  if (!(await stat(config.workspaceDir)).isDirectory())
    throw new UserError(
      'config_invalid',
      `The workspace ${config.workspaceDir} is a file; name a folder in SAYSO_WORKSPACE`,
    )
  const [database, schema] = await Promise.all([openDatabase(config, log, closers), schemaOf(config)])
  const { alone, leave } = await useLedger({ url: database.url, schema })
  closers.push(leave)
  const ledger = await openLedger({ url: database.url, schema })
  closers.push(() => soon(ledger.close(), connectionsLimitMs))
  const { installation, secrets } = await openLedgerSecrets(
    ledger.db,
    await rootSecretsOf(config, { mayMake: !(await isSealed(ledger.db)) }),
  )
  const shop = await openShop(config, ledger, closers)
  return { database, schema, ledger, installation, secrets, alone, shop }
}

async function build(
  {
    config,
    log,
    telemetry,
    catalogue: known,
  }: {
    readonly config: Config
    readonly log: Logger
    readonly telemetry: Telemetry
    readonly catalogue: Catalogue | undefined
  },
  closers: Closers,
  close: () => Promise<void>,
): Promise<Foundation> {
  const own = config.actionsDir === null ? [] : await loadActions(config.actionsDir)
  const { database, schema, ledger, installation, secrets, alone, shop } = await openKept(config, log, closers)
  const prefix = `sayso-${installation}`
  const backend: QueueBackend =
    config.redisUrl === null
      ? { kind: 'postgres', url: database.url, schema: `${schema}_queue` }
      : { kind: 'redis', url: config.redisUrl }
  const queue = openWhenAsked({ backend, prefix, telemetry: telemetry.queue }, closers)
  const loaded: { catalogue?: Catalogue } = {}
  const actions = createShippedActions({
    own,
    connections: { shop: { pool: shop.pool } },
    services: config.servicesFile === null ? {} : await loadServices(config.servicesFile),
    db: ledger.db,
    secrets,
    clock: () => new Date(),
    // Loaded below, with these actions; nobody runs one before.
    catalogue: () => loaded.catalogue ?? { roles: new Map(), locales: new Map(), commands: new Map() },
    queueHealth: () => queue().health(),
    workspaceDir: config.workspaceDir,
  })
  const catalogue =
    known ??
    (await loadCatalogue({
      commandsDir: path.join(config.catalogueDir ?? root, 'commands'),
      localesDir: path.join(config.catalogueDir ?? root, 'locales'),
      shippedLocalesDir: path.join(root, 'locales'),
      actions,
      planProblems: planProblemsFor(actions),
    }))
  loaded.catalogue = catalogue
  return {
    config,
    log,
    ledger,
    secrets,
    alone,
    catalogue,
    actions,
    backend,
    prefix,
    queue,
    telemetry,
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

/**
 * The root secrets that this configuration knows, the newest first.
 * @param options.mayMake whether one is made where an embedded ledger is to be begun; default no
 * @throws UserError `secret_missing`
 */
export async function rootSecretsOf(
  { dataDir, secret, previousSecrets, databaseUrl }: Config,
  { mayMake }: { readonly mayMake: boolean } = { mayMake: false },
): Promise<RootSecrets> {
  return loadSecrets({
    dir: dataDir,
    fromEnvironment: secret,
    previous: previousSecrets,
    embedded: databaseUrl === null,
    mayMake,
  })
}

async function soon(ending: Promise<void>, limitMs: number): Promise<void> {
  await Promise.race([ending, delay(limitMs, undefined, { ref: false })])
}

/** Opens the queue when somebody asks how it is: most processes never do. */
function openWhenAsked(place: Parameters<typeof createCommandQueue>[0], closers: Closers): () => CommandQueue {
  let queue: CommandQueue | null = null
  return () => {
    if (queue === null) {
      const opened = createCommandQueue(place)
      queue = opened
      closers.push(() => opened.close())
    }
    return queue
  }
}

async function openDatabase(config: Config, log: Logger, closers: Closers) {
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

async function openShop(config: Config, ledger: Ledger, closers: Closers) {
  const schema = shopSchemaOf(ledger)
  if (config.shopDatabaseUrl === null) await ensureDemoShop(ledger.pool, schema)
  const pool = createPool({
    url: config.shopDatabaseUrl ?? ledger.url,
    ...(config.shopDatabaseUrl === null ? { schema } : {}),
    max: 6,
  })
  closers.push(() => soon(pool.end(), connectionsLimitMs))
  const where =
    config.shopDatabaseUrl === null
      ? 'demo shop, orders 201 to 220 (SHOP_DATABASE_URL for yours)'
      : `Postgres at ${new URL(config.shopDatabaseUrl).host}`
  return { pool, where }
}
