/**
 * A real Postgres without an installation: its data in `<dir>/postgres`, what others need to attach in
 * `<dir>/postgres.json`.
 *
 * Several processes may use it (the bot, `sayso people add`). The first one starts it, the others attach, the last one out
 * stops it. A killed process leaves nothing that needs repair: its server runs on and is adopted by the next, and whatever
 * its start left half done is recognised and done again. One loop does it all: try to attach; else, under a lock file,
 * repair and start; repeat.
 */
import { realpath } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from '../../errors.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { checkDataVersion, layOutDataFolder, type DataFolder } from './postgres-data.ts'
import { tryStartLock } from './postgres-lock.ts'
import { findPostmaster, stopPostgres } from './postgres-postmaster.ts'
import { attach, startPostgres, type Entered, type StartOptions } from './postgres-start.ts'
import { choosePostgresUser, refuseOthersData, type PostgresUser } from './postgres-user.ts'
import { makeFolder } from '../../make-folder.ts'

const openTimeoutMs = 90_000
const pollMs = 15

/** Takes the few lines that an operator should see. */
type Log = {
  readonly info: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
}

/** A private database, in use by this process until `close()`. */
export type EmbeddedPostgres = {
  /** Connection URL of the database `sayso` as its superuser; it holds the password. */
  readonly url: string
  /** True when it was found running with nobody present: whoever started it was killed. */
  readonly adopted: boolean
  /** `server_version`, e.g. `18.4`. */
  readonly version: string
  /** Leaves, and stops the server when nobody else is present. May be called twice. */
  close(): Promise<void>
}

/**
 * Opens the embedded Postgres of a data folder, whatever state it is in. While it is open, a server that dies is started
 * again on the same port, so that pools find it again by themselves.
 * @param options.dir the data folder of Sayso (`.sayso`); created when absent
 * @param options.settings Postgres settings for when this process starts it; `fsync: 'off'` for data that nobody will miss
 * @param options.user the user to run it as; determined when absent
 * @throws UserError `database_unavailable` or `database_version`, saying what to do
 */
export async function openEmbeddedPostgres(options: {
  readonly dir: string
  readonly log: Log
  readonly settings?: Readonly<Record<string, string>>
  readonly user?: PostgresUser
}): Promise<EmbeddedPostgres> {
  const { log } = options
  const folder = await openFolder(options.dir)
  await refuseOthersData(folder.dir, folder.data)
  const binaries = findPostgresBinaries()
  const open = async (): Promise<Opened> => {
    const start = async (): Promise<StartOptions> => ({
      binaries,
      user: options.user ?? (await choosePostgresUser()),
      settings: options.settings ?? {},
    })
    return openInTime(folder, binaries.major, start)
  }

  const first = await open()
  const { url, presence, adopted, started } = first
  const event = started ? 'postgres.started' : 'postgres.attached'
  log.info({ event, dir: folder.dir, version: presence.version, adopted }, 'Postgres is running')

  let closing = false
  let current = Promise.resolve(first)
  async function keepRunning(): Promise<void> {
    for (let opened = first; ; opened = await current) {
      await opened.presence.lost
      if (closing) return
      log.warn({ event: 'postgres.lost', dir: folder.dir }, 'Postgres went away; starting it again')
      current = open()
    }
  }
  keepRunning().catch((error: unknown) =>
    log.warn({ event: 'postgres.gone', err: error }, 'Postgres could not be started again'),
  )

  return {
    url,
    adopted,
    version: presence.version,
    close: async () => {
      closing = true
      const opened = await current.catch(() => undefined)
      await opened?.presence.leave(async () => {
        const pid = await findPostmaster(folder.data)
        if (pid !== undefined) await stopPostgres(folder.data, pid)
      })
    },
  }
}

type Opened = Entered & { readonly adopted: boolean; readonly started: boolean }

async function openInTime(folder: DataFolder, major: number, start: () => Promise<StartOptions>): Promise<Opened> {
  const end = Date.now() + openTimeoutMs
  let obstacle = ''
  while (Date.now() < end) {
    await checkDataVersion(folder, major)
    const attached = await attach(folder)
    if (attached.kind === 'present') return { ...attached, adopted: attached.presence.alone, started: false }
    obstacle = attached.kind === 'refused' ? attached.error.message : `the server is ${attached.kind}`
    const opened = attached.kind === 'busy' ? undefined : await startLocked(folder, start)
    if (opened !== undefined) return opened
    await delay(pollMs)
  }
  throw new UserError(
    'database_unavailable',
    `Postgres in ${folder.dir} could not be opened within ${openTimeoutMs / 1000} s (${obstacle}). ` +
      `Its log is ${folder.logFile}. If no Sayso is running here, remove ${folder.lockFile} and try again.`,
  )
}

async function startLocked(folder: DataFolder, start: () => Promise<StartOptions>): Promise<Opened | undefined> {
  const release = await tryStartLock(folder.lockFile)
  if (release === undefined) return undefined
  try {
    // Whoever held the lock before may have just started it.
    const attached = await attach(folder)
    if (attached.kind === 'present') return { ...attached, adopted: attached.presence.alone, started: false }
    const entered = attached.kind === 'busy' ? undefined : await startPostgres(folder, await start())
    return entered === undefined ? undefined : { ...entered, adopted: false, started: true }
  } finally {
    await release()
  }
}

async function openFolder(dir: string): Promise<DataFolder> {
  await makeFolder(dir, { mode: 0o700 })
  return layOutDataFolder(await realpath(dir))
}
