import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgresServer, type PostgresServer } from '../testing/servers/postgres-server.ts'
import { ownTerminalAccount } from './account-lock.ts'
import { useLedger } from './use-ledger.ts'
import { enterWorker } from './worker-presence.ts'

const soon = { interval: 20 }

let server: PostgresServer
let client: Client

beforeAll(async () => {
  server = await startPostgresServer()
  client = new Client({ connectionString: server.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

/**
 * How soon Postgres asks whether the other end of a connection is still there, and the process whether Postgres is, whichever asks later, in
 * seconds, as their machine counts them; `NaN` while an answer of either is on the way.
 */
async function asksWithinS(name: string): Promise<number> {
  const { rows } = await client.query<{ port: number }>(
    'select client_port as port from pg_stat_activity where application_name = $1',
    [name],
  )
  const [its, ours] = [hexOf(new URL(server.url).port), hexOf(rows[0]?.port)]
  return Math.max(await timerOf(its, ours), await timerOf(ours, its))
}

async function timerOf(port: string, other: string): Promise<number> {
  const timer = new RegExp(`:${port} \\w+:${other} 01 \\S+ 02:([0-9A-F]+) `, 'u')
  // In hundredths of a second.
  return Number.parseInt(timer.exec(await readFile('/proc/net/tcp', 'utf8'))?.[1] ?? 'none', 16) / 100
}

test('a worker whose whole machine is gone, so that nothing says so, is missed soon', async () => {
  const worker = await enterWorker(server.url)
  await expect.poll(() => asksWithinS('sayso-worker'), soon).toBeLessThanOrEqual(10)
  await worker.leave()
})

test('so is whoever works with a ledger', async () => {
  const use = await useLedger({ url: server.url, schema: 'sayso', onExpelled: expect.unreachable })
  await expect.poll(() => asksWithinS('sayso-use sayso'), soon).toBeLessThanOrEqual(10)
  await use.leave()
})

test('so is the one terminal that has its account', async () => {
  const { release } = await ownTerminalAccount({ url: server.url, schema: 'sayso' })
  await expect.poll(() => asksWithinS('sayso-terminal'), soon).toBeLessThanOrEqual(10)
  await release()
})

function hexOf(port: string | number | undefined): string {
  return Number(port).toString(16).toUpperCase().padStart(4, '0')
}
