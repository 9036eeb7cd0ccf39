import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hasSystemCode } from '../../system-error.ts'
import { isAlive } from './postgres-postmaster.ts'

/** Longer than any start takes: a holder that old is dead, and another process has its number now. */
const lockLimitMs = 5 * 60_000
/** How long may pass between creating the file and writing the holder into it. */
const writingLimitMs = 2_000

/**
 * Takes the lock file under which one process at a time makes and starts the embedded Postgres. A lock whose holder is dead
 * is taken over. Two processes that take over at the same instant may both come through: what the lock protects stays right then,
 * because initdb's folder is renamed into place and Postgres itself refuses a second server; the loser tries again.
 * @returns a function that gives the lock back, or `undefined` when a living process holds it
 */
export async function tryStartLock(file: string): Promise<(() => Promise<void>) | undefined> {
  const holder = await identify(process.pid)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(file, holder, { flag: 'wx', mode: 0o600 })
      return async () => rm(file, { force: true })
    } catch (error) {
      if (!hasSystemCode(error, 'EEXIST')) throw error
      if (!(await isStale(file))) return undefined
      await removeStale(file)
    }
  }
  return undefined
}

async function isStale(file: string): Promise<boolean> {
  const [text, status] = await Promise.all([
    readFile(file, 'utf8').catch(() => undefined),
    stat(file).catch(() => undefined),
  ])
  if (text === undefined || status === undefined) return false
  const ageMs = Date.now() - status.mtimeMs
  if (text === '') return ageMs > writingLimitMs
  const pid = Number.parseInt(text, 10)
  return ageMs > lockLimitMs || !(pid > 0) || !isAlive(pid) || text !== (await identify(pid))
}

/**
 * Moves it aside first: when two processes remove the same stale lock, only one may succeed, or the second would remove a
 * fresh one.
 */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => {})
  await rm(aside, { force: true })
}

/**
 * In containers process numbers are soon used again, so on Linux the start time of the process (in ticks since boot) is
 * added.
 */
async function identify(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold blanks; the start time is field 22, the 20th after it.
  const started = status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return `${pid} ${started}`
}
