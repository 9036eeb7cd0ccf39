import { isDeepStrictEqual } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { Pool, type PoolConfig } from 'pg'
import { UserError } from '../errors.ts'
import { hasSystemCode } from '../system-error.ts'
import type { Database, Executor } from './database.ts'
import { explainPostgres } from './explain-postgres.ts'
import { ledger } from './migrations/001-ledger.ts'
import { administration } from './migrations/002-administration.ts'
import { progress } from './migrations/003-progress.ts'
import { keptSecrets } from './migrations/004-kept-secrets.ts'
import { whatsapp } from './migrations/005-whatsapp.ts'
import { voice } from './migrations/006-voice.ts'
import { secretRotation } from './migrations/007-secret-rotation.ts'
import { settlements } from './migrations/008-settlements.ts'
import { toldSettlements } from './migrations/009-told-settlements.ts'
import { changedWords } from './migrations/010-changed-words.ts'
import { oldLedgers } from './migrations/011-old-ledgers.ts'
import { confirmations } from './migrations/012-confirmations.ts'
import { namedActors } from './migrations/013-named-actors.ts'
import { vouchedPeople } from './migrations/014-vouched-people.ts'
import { vouchedInbox } from './migrations/015-vouched-inbox.ts'
import { vouchedSessions } from './migrations/016-vouched-sessions.ts'
import { sameWishes } from './migrations/017-same-wishes.ts'
import { whatCommandsBelongTo } from './migrations/018-what-commands-belong-to.ts'
import { removedPeople } from './migrations/019-removed-people.ts'
import { partsOfCommands } from './migrations/020-parts-of-commands.ts'
import { struckTexts } from './migrations/021-struck-texts.ts'
import { unfinishedStrikes } from './migrations/022-unfinished-strikes.ts'
import { whatsappTrouble } from './migrations/023-whatsapp-trouble.ts'
import { changedNumbers } from './migrations/024-changed-numbers.ts'
import { vouchedRuns } from './migrations/025-vouched-runs.ts'
import { changesOfThings } from './migrations/026-changes-of-things.ts'
import { turnedAway } from './migrations/027-turned-away.ts'
import { approvals } from './migrations/028-approvals.ts'
import { preparingPool } from './prepared-statements.ts'
import { encodingQuery, encodingTrouble, type TextEncoding } from './text-encoding.ts'

/** How many connections one process keeps; those of BullMQ and of the steps' own databases come on top. */
const poolSize = 10
const connectTimeoutMs = 5000
const migrateTries = 10
/** No statement of ours takes this long; one that does is stuck. */
const statementLimitMs = 15_000
/** What the server has not answered so long after that limit it never will: it is gone, and nothing has said so. */
const answerGraceMs = 5000

/** All migrations, in their order; a ledger that knows one not listed here was made by a newer Sayso. */
export const migrations = {
  '001-ledger': ledger,
  '002-administration': administration,
  '003-progress': progress,
  '004-kept-secrets': keptSecrets,
  '005-whatsapp': whatsapp,
  '006-voice': voice,
  '007-secret-rotation': secretRotation,
  '008-settlements': settlements,
  '009-told-settlements': toldSettlements,
  '010-changed-words': changedWords,
  '011-old-ledgers': oldLedgers,
  '012-confirmations': confirmations,
  '013-named-actors': namedActors,
  '014-vouched-people': vouchedPeople,
  '015-vouched-inbox': vouchedInbox,
  '016-vouched-sessions': vouchedSessions,
  '017-same-wishes': sameWishes,
  '018-what-commands-belong-to': whatCommandsBelongTo,
  '019-removed-people': removedPeople,
  '020-parts-of-commands': partsOfCommands,
  '021-struck-texts': struckTexts,
  '022-unfinished-strikes': unfinishedStrikes,
  '023-whatsapp-trouble': whatsappTrouble,
  '024-changed-numbers': changedNumbers,
  '025-vouched-runs': vouchedRuns,
  '026-changes-of-things': changesOfThings,
  '027-turned-away': turnedAway,
  '028-approvals': approvals,
}

export type Ledger = {
  readonly db: Kysely<Database>
  readonly pool: Pool
  readonly url: string
  readonly schema: string
  readonly close: () => Promise<void>
}

/** Runs after each migration, in its transaction; `name` is its key in `migrations`. */
type OnMigrated = (name: string, trx: Executor) => Promise<void>

/** Why a ledger is not open yet, which for a large one takes a while. */
export type LedgerDelay = 'another process brings it up to date' | 'it is brought up to date'

type Opening = {
  readonly url: string
  readonly schema: string
  readonly onMigrated?: OnMigrated
  readonly onDelay?: (why: LedgerDelay) => void
  /** Tables of an earlier version are not touched: that one may still work with them, and is the only one that can back them up. */
  readonly asItIs?: boolean
  /** How long a statement may take, in milliseconds; bringing tables up to date, or waiting for that, takes as long as it takes. */
  readonly limitMs?: number
}

/**
 * Connects to the ledger in its own schema, which is first created and brought up to date.
 * @throws UserError `database_unavailable`, `database_version`
 */
export async function openLedger({
  url,
  schema,
  onMigrated = async () => undefined,
  onDelay = () => undefined,
  asItIs = false,
  limitMs = statementLimitMs,
}: Opening): Promise<Ledger> {
  const pool = createPool({ url, schema, limitMs })
  const dialect = new PostgresDialect({ pool: preparingPool(pool, limitMs + answerGraceMs) })
  const db = new Kysely<Database>({ dialect })
  try {
    await checkEncoding(db)
    if (asItIs && (await isOfEarlier(db, schema))) throw new UserError('database_version', earlierVersion)
    if (!(await isUpToDate(db, schema))) await inTurn(db, onDelay, () => migrate(db, { schema, onMigrated, onDelay }))
    return { db, pool, url, schema, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw explainPostgres(error, url)
  }
}

/**
 * A pool; when given a schema, its connections see that one alone, so that unqualified names land there. A statement may be
 * sent before the one ahead of it is answered (`transact`).
 */
export function createPool({
  url,
  schema,
  max = poolSize,
  limitMs = statementLimitMs,
}: {
  readonly url: string
  readonly schema?: string
  readonly max?: number
  readonly limitMs?: number
}): Pool {
  // Options in the URL would override ours; merged with ours, they keep their effect.
  const connectionString = new URL(url)
  const given = connectionString.searchParams.get('options')
  connectionString.searchParams.delete('options')
  const options = [given, schema === undefined ? null : `-c search_path=${schema}`]
    .filter((each) => each !== null)
    .join(' ')
  // The driver's typings do not know this option yet.
  const settings: PoolConfig & { readonly pipeline: boolean } = {
    connectionString: connectionString.href,
    max,
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs * 2,
    ...(options === '' ? {} : { options }),
    application_name: 'sayso',
  }
  const pool = new Pool(settings)
  // An idle connection that breaks is replaced at the next query, which reports the trouble if it fails too.
  pool.on('error', () => undefined)
  // When one breaks while it is checked out, between two queries, the next query reports it; unheard, the event would end
  // the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** @throws UserError `database_unavailable` */
async function checkEncoding(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql.raw<TextEncoding>(encodingQuery).execute(db)
  const [found] = rows
  const trouble = found === undefined ? null : encodingTrouble(found)
  if (trouble !== null)
    throw new UserError('database_unavailable', `The database ${trouble.says}. Make another one: ${trouble.cure}`)
}

/**
 * One process after the other in the whole database: what creates schemas and tables collides there, "if not exists" or not,
 * and Kysely's own lock is waited for no longer than any other statement may take.
 */
async function inTurn(
  db: Kysely<Database>,
  onDelay: (why: LedgerDelay) => void,
  work: () => Promise<void>,
): Promise<void> {
  const lock = sql`hashtextextended('sayso brings tables up to date', 0)`
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own)
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`.execute(own)
    if (rows[0]?.free !== true) {
      onDelay('another process brings it up to date')
      await sql`select pg_advisory_lock(${lock})`.execute(own)
    }
    try {
      await work()
    } finally {
      // A lost connection keeps neither, and the pool drops it.
      const unlocked = sql`select pg_advisory_unlock(${lock})`.execute(own)
      await Promise.allSettled([unlocked, sql`reset statement_timeout`.execute(own)])
    }
  })
}

async function migrate(
  db: Kysely<Database>,
  { schema, onMigrated, onDelay }: Required<Pick<Opening, 'schema' | 'onMigrated' | 'onDelay'>>,
): Promise<void> {
  // Whoever had the lock before has done it.
  if (await isUpToDate(db, schema)) return
  // One of a newer version is refused below.
  if (await isOfEarlier(db, schema)) onDelay('it is brought up to date')
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
  const andThen = (name: string, change: Migration) => async (trx: Kysely<unknown>) => {
    // Tables grow for years: an index over one takes as long as it takes.
    await sql`set local statement_timeout = 0`.execute(trx)
    await change.up(trx)
    await onMigrated(name, trx.withTables<Database>())
  }
  const migrator = new Migrator({
    db,
    migrationTableSchema: schema,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, change]) => [name, { up: andThen(name, change) }])),
    },
  })
  for (let tries = 1; ; tries++) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (tries >= migrateTries || !isDropped(error)) throw error
  }
}

const earlierVersion =
  'The tables of the ledger are those of an earlier version. Do this with that version, or start this one (sayso start, bot or worker), which brings them up to date for good: make a backup with that version first'

/** Whether some migrations were made and not all of them. */
async function isOfEarlier(db: Kysely<Database>, schema: string): Promise<boolean> {
  const made = await madeMigrations(db, schema)
  return (
    made.length > 0 &&
    made.length < Object.keys(migrations).length &&
    made.every((name) => Object.hasOwn(migrations, name))
  )
}

/** Whether all migrations were made and no others: a start need not look at every table of the database to find that out. */
async function isUpToDate(db: Kysely<Database>, schema: string): Promise<boolean> {
  const names = await madeMigrations(db, schema)
  return isDeepStrictEqual(names.toSorted(), Object.keys(migrations).toSorted())
}

async function madeMigrations(db: Kysely<Database>, schema: string): Promise<readonly string[]> {
  const table = sql`select 1 where to_regclass(format('%I.kysely_migration', ${schema}::text)) is not null`
  if ((await table.execute(db)).rows.length === 0) return []
  const made = sql<{ name: string }>`select name from ${sql.table(`${schema}.kysely_migration`)}`
  return (await made.execute(db)).rows.map(({ name }) => name)
}

/** Kysely looks at the tables of the whole database, and fails when somebody else's are dropped meanwhile. */
function isDropped(error: unknown): boolean {
  return hasSystemCode(error, '3F000', '42P01', '42703')
}
