/**
 * Everybody who works with a ledger holds a shared session lock; whoever must have it alone (a change of secret, a restore)
 * takes the same lock exclusively, and anybody who starts meanwhile is refused. Postgres releases it with the process.
 */
import { Client, escapeIdentifier } from 'pg'
import { UserError } from '../errors.ts'
import { explainPostgres } from './explain-postgres.ts'
import { noticeDeath, noticeLoss } from './notice-death.ts'

/** How soon a lost connection is replaced. */
const reconnectMs = 500
const connectTimeoutMs = 5000

export type LedgerUse = {
  /** To be called once the ledger is open: from then on it is this very one that a process comes back to after a lost connection. */
  readonly recognise: () => Promise<void>
  /**
   * From now on this process has the ledger to itself, until it leaves.
   * @throws UserError `ledger_in_use` when others are working with it
   */
  readonly alone: () => Promise<void>
  readonly leave: () => Promise<void>
}

/**
 * Enters the ledger alongside others.
 * @param options.onExpelled called when the connection was lost and somebody had the ledger to themselves before it was back, be they
 *   through with it or not. What they change, this process does not know: whatever it still writes may be sealed with a secret that no
 *   longer counts, or stand beside what was brought back
 * @throws UserError `ledger_in_use` when somebody has it to themselves, `database_unavailable`
 */
export async function useLedger({
  url,
  schema,
  onExpelled,
}: {
  readonly url: string
  readonly schema: string
  readonly onExpelled: () => void
}): Promise<LedgerUse> {
  let left = false
  let isAlone = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  /** What was found last of `writtenBy`. */
  let known: string | null = null

  async function take(which: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
    const { rows } = await (client ?? unconnected()).query<{ taken: boolean }>(
      `select ${which}(hashtextextended($1, 0)) as taken`,
      [`sayso/ledger/${schema}`],
    )
    return rows[0]?.taken === true
  }

  /**
   * The transaction that has written the row of the installation. A change of secret writes it anew, and so does a restore, or whoever
   * brings back the whole database; nobody else does. `null`: there is none yet.
   */
  async function writtenBy(): Promise<string | null> {
    const table = `${escapeIdentifier(schema)}.installation`
    const using = client ?? unconnected()
    const { rows: tables } = await using.query('select to_regclass($1) as name', [table])
    if (tables[0]?.name === null) return null
    const { rows } = await using.query<{ xmin: string }>(`select xmin::text from ${table}`)
    return rows[0]?.xmin ?? null
  }

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: `sayso-use ${schema}`,
      ...noticeLoss,
    })
    client = fresh
    fresh.on('error', () => undefined)
    fresh.on('end', retry)
    try {
      await fresh.connect()
      await enter(fresh)
    } catch (error) {
      // Also where somebody came in meanwhile: it is tried again until they have left.
      await fresh.end().catch(() => undefined)
      throw error
    }
  }

  async function enter(fresh: Client): Promise<void> {
    await fresh.query(noticeDeath)
    const taken = (await take('pg_try_advisory_lock_shared')) && (!isAlone || (await take('pg_try_advisory_lock')))
    if (taken && (known === null || isAlone || known === (await writtenBy()))) return
    throw new UserError(
      'ledger_in_use',
      taken
        ? 'This ledger was restored or its secret changed meanwhile. Start again.'
        : 'This ledger is being restored or its secret changed. Start again when that is over; if it was interrupted, run it again first.',
    )
  }

  function retry(): void {
    clearTimeout(timer)
    if (!left) timer = setTimeout(() => void connect().catch(tellExpelled), reconnectMs)
  }

  function tellExpelled(error: unknown): void {
    if (!left && !isAlone && error instanceof UserError && error.code === 'ledger_in_use') onExpelled()
  }

  const leave = async (): Promise<void> => {
    left = true
    clearTimeout(timer)
    await client?.end()
  }
  try {
    await connect()
  } catch (error) {
    await leave()
    throw explainPostgres(error, url)
  }
  return {
    recognise: async () => void (known = await writtenBy()),
    alone: async () => {
      // Our own share is no hindrance to ourselves.
      isAlone = await take('pg_try_advisory_lock')
      if (isAlone) return
      throw new UserError(
        'ledger_in_use',
        'Other processes work with this ledger. Stop the bot, its workers and whatever else of Sayso is running, then try again.',
      )
    },
    leave,
  }
}

function unconnected(): never {
  throw new TypeError('The connection of the lock is made before it is used')
}
