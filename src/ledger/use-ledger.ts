/**
 * Everybody who works with a ledger holds a shared session lock; whoever must have it alone (a change of secret, a restore)
 * takes the same lock exclusively, and anybody who starts meanwhile is refused. Postgres releases it with the process.
 */
import { Client } from 'pg'
import { UserError } from '../errors.ts'
import { explainPostgres } from './explain-postgres.ts'
import { noticeDeath, noticeLoss } from './notice-death.ts'

/** How soon a lost connection is replaced. */
const reconnectMs = 500
const connectTimeoutMs = 5000

export type LedgerUse = {
  /**
   * From now on this process has the ledger to itself, until it leaves.
   * @throws UserError `ledger_in_use` when others are working with it
   */
  readonly alone: () => Promise<void>
  readonly leave: () => Promise<void>
}

/**
 * Enters the ledger alongside others.
 * @param options.onExpelled called when the connection was lost and somebody had the ledger to themselves before it was back. What they
 *   change, this process does not know: whatever it still writes may be sealed with a secret that no longer counts, or stand beside
 *   what was brought back
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

  async function take(which: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
    const { rows } = await (client ?? unconnected()).query<{ taken: boolean }>(
      `select ${which}(hashtextextended($1, 0)) as taken`,
      [`sayso/ledger/${schema}`],
    )
    return rows[0]?.taken === true
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
    await fresh.connect()
    await fresh.query(noticeDeath)
    const taken = (await take('pg_try_advisory_lock_shared')) && (!isAlone || (await take('pg_try_advisory_lock')))
    if (taken) return
    // Also where somebody came in meanwhile: it is tried again until they have left.
    await fresh.end()
    throw new UserError(
      'ledger_in_use',
      'This ledger is being restored or its secret changed. Start again when that is over; if it was interrupted, run it again first.',
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
