import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresBinaries } from '../../ledger/embedded/postgres-binaries.ts'
import { layOutDataFolder, makeData } from '../../ledger/embedded/postgres-data.ts'
import { freePort } from '../../ledger/embedded/postgres-port.ts'
import { findPostmaster, isReady, markDeadPostmaster, stopPostgres } from '../../ledger/embedded/postgres-postmaster.ts'
import { makePassword } from '../../ledger/embedded/postgres-record.ts'
import { spawnPostgres } from '../../ledger/embedded/postgres-server.ts'
import { choosePostgresUser, giveFolderTo } from '../../ledger/embedded/postgres-user.ts'

const startTimeoutMs = 30_000
const settings = { fsync: 'off', synchronous_commit: 'on' }

/** A Postgres that a test owns and may hurt; for everything else the one of the test run is there (`createTestDatabase`). */
export type PostgresServer = {
  /** Connection URL of the database `postgres` as its superuser. */
  readonly url: string
  /** SIGKILL, as the kernel does it when memory runs out; resolves when every connection is dead. */
  kill(): Promise<void>
  /** Starts it again, on the same port, with what was committed; kills the old one first when it still runs. */
  restart(): Promise<void>
  /** Stops it and removes its data; may be called twice. */
  close(): Promise<void>
}

/** Makes and starts a Postgres of its own, which takes about a second. Nothing brings it back but `restart()`. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = layOutDataFolder(await mkdtemp(path.join(tmpdir(), 'sayso-postgres-')))
  const binaries = findPostgresBinaries()
  const user = await choosePostgresUser()
  const [password, port] = [makePassword(), await freePort()]
  await makeData(folder, binaries, user, password, false)
  await giveFolderTo(user, folder.dir, folder.data, binaries.postgres)
  const url = `postgresql://sayso:${password}@127.0.0.1:${port}/postgres`

  async function start(): Promise<void> {
    const end = Date.now() + startTimeoutMs
    for (;;) {
      await markDeadPostmaster(folder.data)
      const server = await spawnPostgres({ ...folder, user, program: binaries.postgres, port, socket: false, settings })
      while (!server.ended() && !(await isReady(folder.data, server.pid))) await delay(10)
      if (!server.ended()) return
      // Backends of the killed one may still be ending.
      if (Date.now() > end) throw new Error(`Postgres does not start: ${await server.lastLog()}`)
    }
  }

  async function kill(): Promise<void> {
    const pid = await findPostmaster(folder.data)
    if (pid === undefined) return
    const witness = new Client({ connectionString: url })
    const gone = new Promise<void>((resolve) => witness.once('end', () => resolve()))
    witness.on('error', () => {})
    await witness.connect()
    process.kill(pid, 'SIGKILL')
    await gone
  }

  await start()
  return {
    url,
    kill,
    restart: async () => {
      await kill()
      await start()
    },
    close: async () => {
      const pid = await findPostmaster(folder.data)
      if (pid !== undefined) await stopPostgres(folder.data, pid)
      await rm(folder.dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
