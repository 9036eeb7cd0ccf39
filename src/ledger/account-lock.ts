import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** How long a killed predecessor's connection may take to be noticed by Postgres. */
const waitMs = 2000
const pollMs = 50
const mostTerminals = 100

/** A name under which this process alone sends and receives, until it ends. */
export type OwnedAccount = { readonly account: string; readonly release: () => Promise<void> }

/**
 * Takes `terminal`, or the next free `terminal-2`, …: two terminals on one ledger do not read each other's replies, and one
 * that was killed finds its own again when it comes back.
 */
export async function ownTerminalAccount({
  url,
  schema,
}: {
  readonly url: string
  readonly schema: string
}): Promise<OwnedAccount> {
  const client = new Client({ connectionString: url, application_name: 'sayso-terminal' })
  client.on('error', () => undefined)
  await client.connect()
  const release = () => client.end()
  for (let n = 1; n <= mostTerminals; n++) {
    const account = n === 1 ? 'terminal' : `terminal-${n}`
    const deadline = Date.now() + (n === 1 ? waitMs : 0)
    do {
      const { rows } = await client.query<{ owned: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as owned',
        [`sayso/${schema}/account/${account}`],
      )
      if (rows[0]?.owned === true) return { account, release }
      if (Date.now() < deadline) await delay(pollMs)
    } while (Date.now() < deadline)
  }
  await release()
  throw new TypeError('All terminals are taken')
}
