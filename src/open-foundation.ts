/**
 * What the bot, the worker and every subcommand stand on: database, ledger, secret, catalogue, people, queue names. Opened
 * once a process, closed in the reverse order.
 */
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Catalogue } from './catalogue/catalogue.ts'
import { digestOfProgram } from './catalogue/digest-of-program.ts'
import type { KeepingPlace } from './catalogue/kept-catalogue.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import type { Config } from './config.ts'
import { createCommandQueue, type CommandQueue } from './dispatch/command-queue.ts'
import type { QueueBackend } from './dispatch/queue-backend.ts'
import type { Actions } from './execution/action.ts'
import { loadActions } from './execution/load-actions.ts'
import type { HttpServices } from './execution/actions/http/http-services.ts'
import { loadServices } from './execution/actions/http/load-services.ts'
import { openKept, opening, type Closers, type Stores } from './open-stores.ts'
import { recall } from './recall.ts'
import { createShippedActions, planProblemsFor } from './shipped-actions.ts'
import { openTelemetry, type Telemetry } from './telemetry/telemetry.ts'

export type Foundation = Stores & {
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
}

const root = fileURLToPath(new URL('..', import.meta.url))

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
  const services = config.servicesFile === null ? {} : await loadServices(config.servicesFile)
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
    services,
    db: ledger.db,
    secrets,
    clock: () => new Date(),
    // Loaded below, with these actions; nobody runs one before.
    catalogue: () => loaded.catalogue ?? { roles: new Map(), language: 'en', locales: new Map(), commands: new Map() },
    queueHealth: () => queue().health(),
    workspaceDir: config.workspaceDir,
  })
  const catalogue =
    known ??
    (await loadCatalogue({
      commandsDir: path.join(config.catalogueDir ?? root, 'commands'),
      localesDir: path.join(config.catalogueDir ?? root, 'locales'),
      shippedDir: root,
      keeping: keepingPlace({ own: own.length, services }),
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
      ['Tables', shop.where],
      [
        'Commands',
        `${catalogue.commands.size} in ${catalogue.locales.size === 1 ? 'one language' : `${catalogue.locales.size} languages`}`,
      ],
    ],
    close,
  }
}

/** What runs was read once, however often something is opened in this process. */
const programOf = recall(digestOfProgram)

/** Beside compiled code; actions of one's own judge as they like, and may do otherwise the next time. */
function keepingPlace({ own, services }: { own: number; services: HttpServices }): KeepingPlace | undefined {
  const folder = getCompileCacheDir()
  if (folder === undefined) return undefined
  return { folder, program: programOf(root), surroundings: own > 0 ? null : JSON.stringify(services) }
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
