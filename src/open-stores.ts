/**
 * What is kept: database, ledger, secret, workspace. What only proves, backs up, brings back or seals anew stands on this alone, and
 * loads nothing of what commands are made of.
 */
import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { configVariables } from './config-variables.ts'
import { UserError } from './errors.ts'
import { seedWorkspace } from './execution/seed-workspace.ts'
import { vouchAnew } from './ledger/commands/confirmations.ts'
import type { Executor } from './ledger/database.ts'
import { ensureDemoShop } from './ledger/shop/demo-shop.ts'
import { shopOrigin, type ShopOrigin } from './ledger/shop/ensure-shop.ts'
import { openEmbeddedPostgres } from './ledger/embedded/embedded-postgres.ts'
import { loadSecrets, type RootSecrets } from './ledger/secrets/load-secrets.ts'
import { isSealed, openLedgerSecrets } from './ledger/secrets/open-ledger-secrets.ts'
import { createPool, openLedger, type Ledger, type LedgerDelay } from './ledger/open-ledger.ts'
import { ensureOwnShop, readShopSql } from './ledger/shop/own-shop.ts'
import type { Secrets } from './ledger/secrets/secrets.ts'
import { vouchForSessionsAnew } from './ledger/talk/sessions.ts'
import { useLedger, type LedgerUse } from './ledger/use-ledger.ts'
import { vouchForInboxAnew } from './ledger/talk/vouched-inbox.ts'
import { vouchForPeopleAnew } from './ledger/people/vouched-people.ts'
import { vouchForRunsAnew } from './ledger/commands/vouched-runs.ts'
import { shownPath } from './shown-path.ts'
import { makeFolder } from './make-folder.ts'

export type Stores = {
  readonly config: Config
  readonly log: Logger
  readonly ledger: Ledger
  readonly secrets: Secrets
  /** Takes the ledger for this process alone, until it is closed. @throws UserError `ledger_in_use` */
  readonly alone: LedgerUse['alone']
  readonly close: () => Promise<void>
}

/**
 * How many reads of tables, and how many lookups, a bot runs at a time: each finds a connection to the shop when its own time begins,
 * beside those of the commands that a worker in the same process runs. Whatever one person asks for, others find places for lookups.
 */
export const shopPlaces = { reads: 6, lookups: 6, lookupsOfOne: 2 } as const
/** How long a part may take to close; what it then still does is ended with the process. */
const closeLimitMs = 5_000
/** The same for connections, which wait for the statements on them: one that goes on is a step's that did not end in time. */
const connectionsLimitMs = 1_000

/**
 * Opens what is kept, or nothing. It is enough to prove, back up, bring back or seal anew, which must not need a sound catalogue.
 * @throws UserError as `openFoundation` does, but for the catalogue and actions
 */
export async function openStores(config: Config, log: Logger, as: { readonly asItIs?: boolean } = {}): Promise<Stores> {
  return opening([], async (closers, close) => {
    const { ledger, secrets, alone } = await openKept(config, log, closers, as)
    return { config, log, ledger, secrets, alone, close }
  })
}

/** What ends each part that was opened; the last one first. */
export type Closers = (() => Promise<void>)[]

/** Gives what was opened, with what closes it again; where something failed, what was opened before is closed. */
export async function opening<Opened>(
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

/** @param as.asItIs tables of an earlier version are not brought up to date, but refused */
export async function openKept(
  config: Config,
  log: Logger,
  closers: Closers,
  { asItIs = false }: { readonly asItIs?: boolean } = {},
) {
  await makeFolder(config.dataDir, { mode: 0o700 })
  await seedWorkspace(config.workspaceDir)
  if (!(await stat(config.workspaceDir)).isDirectory())
    throw new UserError(
      'config_invalid',
      `The workspace ${config.workspaceDir} is a file; name a folder in SAYSO_WORKSPACE`,
    )
  const [database, schema] = await Promise.all([openDatabase(config, log, closers), schemaOf(config)])
  const onExpelled = () => {
    log.fatal(
      { event: 'ledger.taken' },
      'the connection to the ledger was lost, and meanwhile somebody restored it or changed its secret, or is about it: this process ends, start it again when that is over',
    )
    // At once, as if it had been killed: to end what runs would be to write.
    process.exit(1)
  }
  const { alone, recognise, leave } = await useLedger({ url: database.url, schema, onExpelled })
  closers.push(leave)
  const onMigrated = (name: string, trx: Executor): Promise<void> => vouchAfter(name, trx, config)
  const onDelay = (why: LedgerDelay) => log.warn({ event: 'ledger.delayed' }, `the ledger is not open yet: ${why}`)
  const ledger = await openLedger({ url: database.url, schema, onMigrated, onDelay, asItIs })
  closers.push(() => soon(ledger.close(), connectionsLimitMs))
  const { installation, secrets } = await openLedgerSecrets(
    ledger.db,
    await rootSecretsOf(config, { mayMake: !(await isSealed(ledger.db)) }),
  )
  await recognise()
  const shop = await openShop(config, ledger, closers)
  return { database, schema, ledger, installation, secrets, alone, shop }
}

/** What earlier versions stored without a code that vouches for it, by the change of the tables that makes room for one. */
const vouchers: ReadonlyMap<string, (db: Executor, secrets: Secrets, before: null) => Promise<void>> = new Map([
  ['012-confirmations', vouchAnew],
  ['014-vouched-people', vouchForPeopleAnew],
  ['015-vouched-inbox', vouchForInboxAnew],
  ['016-vouched-sessions', vouchForSessionsAnew],
  ['025-vouched-runs', vouchForRunsAnew],
])

/** Both or nothing: whatever ends the process, nobody is left without a code who had rights before. */
async function vouchAfter(migration: string, trx: Executor, config: Config): Promise<void> {
  const vouch = vouchers.get(migration)
  if (vouch === undefined || !(await isSealed(trx))) return
  const { secrets } = await openLedgerSecrets(trx, await rootSecretsOf(config))
  await vouch(trx, secrets, null)
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
  if (secret === configVariables.SAYSO_SECRET.example)
    throw new UserError(
      'config_invalid',
      'SAYSO_SECRET is the example of .env.example, which everybody can read. Make one of your own: openssl rand -base64 33',
    )
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

async function openDatabase(config: Config, log: Logger, closers: Closers) {
  if (config.databaseUrl !== null)
    return { url: config.databaseUrl, where: `Postgres at ${new URL(config.databaseUrl).host}` }
  const postgres = await openEmbeddedPostgres({ dir: config.dataDir, log })
  closers.push(() => postgres.close())
  return {
    url: postgres.url,
    where: `Postgres ${postgres.version} in ${shownPath(path.join(config.dataDir, 'postgres'))}`,
  }
}

/** `--data` isolates everything: in a database that others use too, it gets a schema of its own. */
export async function schemaOf(config: Config): Promise<string> {
  if (!config.isolated || config.databaseUrl === null) return 'sayso'
  const folder = await realpath(config.dataDir)
  return `sayso_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
}

/** Where the shop of a ledger lies, when no other database is named: the demo shop, or that of the catalogue. */
export function shopSchemaOf({ schema }: Pick<Ledger, 'schema'>): string {
  return schema === 'sayso' ? 'shop' : `${schema}_shop`
}

async function openShop(config: Config, ledger: Ledger, closers: Closers) {
  const schema = shopSchemaOf(ledger)
  const own = config.shopDatabaseUrl === null ? await readShopSql(config.catalogueDir) : []
  if (own.length > 0) await ensureOwnShop(ledger.pool, schema, own)
  else if (config.shopDatabaseUrl === null) await ensureDemoShop(ledger.pool, schema)
  const pool = createPool({
    url: config.shopDatabaseUrl ?? ledger.url,
    ...(config.shopDatabaseUrl === null ? { schema } : {}),
    max: shopPlaces.reads + shopPlaces.lookups + config.workers,
  })
  closers.push(() => soon(pool.end(), connectionsLimitMs))
  const where =
    config.shopDatabaseUrl === null
      ? whereOf(await shopOrigin(ledger.pool, schema), own.length > 0)
      : `Postgres at ${new URL(config.shopDatabaseUrl).host}`
  return { pool, where }
}

/** Tables are made once: those of another catalogue stay where they are. */
function whereOf(origin: ShopOrigin, hasOwn: boolean): string {
  if (origin === 'catalogue')
    return `made of database/ of ${hasOwn ? 'the catalogue' : 'another catalogue'} (SHOP_DATABASE_URL for yours)`
  return hasOwn
    ? 'demo shop, made before: database/ of the catalogue is for a new data folder (--data DIR, SAYSO_DATA)'
    : 'demo shop, orders 201 to 220 (SHOP_DATABASE_URL for yours)'
}
