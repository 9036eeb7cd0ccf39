/**
 * Presence: every process that uses the embedded Postgres holds one shared advisory lock over one connection. That is how
 * the last one out knows that it is the last: a killed process loses its lock with its connection, so there is nothing to
 * clean up.
 */
import { Client } from 'pg'
import { systemCodeOf } from '../../system-error.ts'

const connectTimeoutMs = 5_000
const queryTimeoutMs = 10_000

/** Any two numbers will do, as long as they never change: 'SAYS', 'O'. */
const presenceKey = '0x53415953, 0x4f'

/** One process's presence in the embedded database. */
export type Presence = {
  /** `server_version`, e.g. `18.4`. */
  readonly version: string
  /** True when nobody else was present at the moment of entering. */
  readonly alone: boolean
  /** Resolves when the connection is lost, for whatever reason, `leave()` included. */
  readonly lost: Promise<void>
  /** Gives the lock up. If nobody else is present, `stop` runs, which ends the server, and nobody can enter meanwhile. */
  leave(stop: () => Promise<void>): Promise<void>
}

/** What came of an attempt to enter. */
export type EnterResult =
  | { readonly kind: 'present'; readonly presence: Presence }
  /** Nothing answers there. */
  | { readonly kind: 'down' }
  /** Starting, or being stopped by the last one out: soon it will be up or down. */
  | { readonly kind: 'busy' }
  /** Somebody else's server, a database that does not exist yet, or a different password. */
  | { readonly kind: 'refused'; readonly error: Error }

/**
 * Connects to a server and enters its database `sayso`.
 * @param data the real path of the data folder that the server must be running on: a copied folder names the same port
 */
export async function enter(url: string, data: string): Promise<EnterResult> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'sayso presence',
  })
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  // Without a listener, a server that goes away would end this process; `lost` reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    const state = await takeLock(client)
    if (state.locked && state.data === data) {
      return { kind: 'present', presence: { ...state, lost, leave: async (stop) => leave(client, stop) } }
    }
    await client.end()
    return state.locked ? { kind: 'refused', error: new Error(`The server runs on ${state.data}`) } : { kind: 'busy' }
  } catch (error) {
    void client.end().catch(() => {})
    return judge(error)
  }
}

async function takeLock(client: Client): Promise<{ version: string; data: string; locked: boolean; alone: boolean }> {
  const { rows } = await client.query<{ version: string; data: string; locked: boolean; alone: boolean }>(
    `select current_setting('server_version') as version, current_setting('data_directory') as data,
       pg_try_advisory_lock_shared(${presenceKey}) as locked,
       not exists (select 1 from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
         and (classid, objid) = (${presenceKey})
         and database = (select oid from pg_database where datname = current_database())) as alone`,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('Postgres answered without a row')
  return row
}

async function leave(client: Client, stop: () => Promise<void>): Promise<void> {
  try {
    // Release first: if two left together while both still held the shared lock, each would see the other and nobody would
    // stop it.
    await client.query(`select pg_advisory_unlock_shared(${presenceKey})`)
    const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${presenceKey}) as last`)
    if (rows[0]?.last === true) await stop()
  } catch (error) {
    if (judge(error).kind === 'refused') throw error
    // The server is gone or going, so there is nothing to leave.
  } finally {
    await client.end().catch(() => {})
  }
}

function judge(error: unknown): Exclude<EnterResult, { kind: 'present' }> {
  const code = systemCodeOf(error)
  // cannot_connect_now: starting up or shutting down; admin_shutdown: it said so over the connection.
  if (code === '57P03' || code === '57P01') return { kind: 'busy' }
  // A code of Postgres itself is a refusal; everything else (refused, reset, timed out, EPIPE) means that no Postgres is there.
  const isOfSystem = error instanceof Error && 'syscall' in error
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !isOfSystem) return { kind: 'refused', error: asError(error) }
  return { kind: 'down' }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
