/**
 * How a bot learns at once that something entered a lane, whichever process put it there. A signal is only a hint: what
 * waits is in the inbox, where the bot looks from time to time anyway.
 */
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Executor } from '../database.ts'
import { noticeLoss } from '../notice-death.ts'

/** How long to wait before a lost connection is opened again. */
const reconnectMs = 500

/** Signals, once the caller's transaction commits, that something waits in a chat's lane. */
export async function notifyLane(db: Executor, schema: string, chatId: string): Promise<void> {
  await sql`select pg_notify(${channelOf(schema)}, ${chatId})`.execute(db)
}

/** The same, from a transaction that knows nothing of the ledger but its connection. */
export async function notifyLaneHere(db: Executor, chatId: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  for (const { schema } of rows) await notifyLane(db, schema, chatId)
}

/** Listens until closed; a lost connection is opened again, and `onSignal(null)` then says that signals may have been missed. */
export function listenForLanes({
  url,
  schema,
  onSignal,
}: {
  readonly url: string
  readonly schema: string
  readonly onSignal: (chatId: string | null) => void
}): { readonly ready: Promise<void>; readonly close: () => Promise<void> } {
  let closed = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: url, application_name: 'sayso-listen', ...noticeLoss })
    client = fresh
    fresh.on('notification', ({ payload }) => onSignal(payload ?? null))
    fresh.on('error', () => undefined)
    fresh.on('end', retry)
    await fresh.connect()
    await fresh.query(`listen "${channelOf(schema)}"`)
    onSignal(null)
  }

  function retry(): void {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect().catch(retry), reconnectMs)
  }

  return {
    ready: connect(),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

function channelOf(schema: string): string {
  return `lanes_${schema}`
}
