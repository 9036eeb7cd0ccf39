import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { UserError } from '../errors.ts'
import { noticeDeath, noticeLoss } from './notice-death.ts'

/** How long Postgres may take to notice that a killed predecessor's connection is gone. */
const waitMs = 2000
/** How long one run of the command line waits for the one before it to end. */
const commandWaitMs = 60_000
const pollMs = 50
const mostTerminals = 100

/** An account under which only this process sends and receives, until it ends. */
export type OwnedAccount = { readonly account: string; readonly release: () => Promise<void> }

type Place = { readonly url: string; readonly schema: string }

/**
 * Takes `terminal`, or the next free `terminal-2`, …: two terminals on one ledger do not read each other's replies, and one
 * that was killed gets its own account back when it restarts.
 */
export async function ownTerminalAccount(place: Place): Promise<OwnedAccount> {
  const client = await connect(place)
  for (let n = 1; n <= mostTerminals; n++) {
    const account = n === 1 ? 'terminal' : `terminal-${n}`
    if (await own(client, place, account, n === 1 ? waitMs : 0)) return { account, release: () => client.end() }
  }
  await client.end()
  throw new TypeError('All terminals are taken')
}

/**
 * Takes `command-line`, the one account of `sayso run`, so that what one run has shown the next can confirm.
 * @throws UserError `usage` when another run does not end in time
 */
export async function ownCommandLine(place: Place): Promise<OwnedAccount> {
  const client = await connect(place)
  const account = 'command-line'
  if (await own(client, place, account, commandWaitMs)) return { account, release: () => client.end() }
  await client.end()
  throw new UserError('usage', 'Another `sayso run` is running. Wait for its end, or stop it; its command goes on.')
}

async function connect({ url }: Place): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'sayso-terminal', ...noticeLoss })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(noticeDeath)
  return client
}

async function own(client: Client, { schema }: Place, account: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const { rows } = await client.query<{ owned: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as owned',
      [`sayso/${schema}/account/${account}`],
    )
    if (rows[0]?.owned === true) return true
    if (Date.now() >= deadline) return false
    await delay(pollMs)
  }
}
