/** A Postgres whose data nobody will miss, in a folder of its own that is removed with it. */
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { layOutDataFolder } from './postgres-data.ts'
import { findPostmaster, isAlive, stopPostgres } from './postgres-postmaster.ts'

// Nothing waits for a disk; many processes hold pools at the same time.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

const prefix = 'sayso-test-'
/** Where Linux keeps files in memory: creating a schema's files there takes half as long as on a disk. */
const memory = '/dev/shm'
/** So much must be free there, and twice as much altogether. */
const room = 2 * 1024 ** 3

/**
 * Starts one, which takes a second or two; in memory, where there is plenty of it. What killed processes left behind is
 * removed first.
 */
export async function openThrowawayPostgres({
  log = { info: () => undefined, warn: () => undefined },
}: {
  readonly log?: Parameters<typeof openEmbeddedPostgres>[0]['log']
} = {}): Promise<{
  /** Connection URL of its database as its superuser. */
  readonly url: string
  /** The folder, in which callers may keep whatever is to be removed with it. */
  readonly dir: string
  readonly close: () => Promise<void>
}> {
  // Before free space is measured, which these may be using up.
  for (const folder of [tmpdir(), memory]) await removeAbandoned(folder)
  const place = (await hasRoom(memory)) ? memory : tmpdir()
  const dir = await mkdtemp(path.join(place, `${prefix}${process.pid}-`))
  try {
    const postgres = await openEmbeddedPostgres({ dir, log, settings })
    return {
      url: postgres.url,
      dir,
      close: async () => {
        await postgres.close()
        await rm(dir, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  } catch (error) {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

/**
 * A process that was killed could not stop its Postgres: the next one does, going by the process number in the folder's
 * name.
 */
async function removeAbandoned(folder: string): Promise<void> {
  // Only Linux has the folder in memory.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (!(pid > 0) || isAlive(pid)) continue
    const { dir, data } = layOutDataFolder(path.join(folder, name))
    const server = await findPostmaster(data)
    if (server !== undefined) await stopPostgres(data, server)
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= room && process.availableMemory() >= 2 * room
  } catch {
    return false
  }
}
