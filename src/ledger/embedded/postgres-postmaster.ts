/** The server of a data folder as a process: whether it runs, whether it is ready, and how to end it. */
import { readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from '../../errors.ts'
import { hasSystemCode } from '../../system-error.ts'
import { commandLineNames } from './postgres-command-line.ts'

const fastShutdownMs = 20_000
const immediateShutdownMs = 5_000
const pollMs = 10

/** A process id that no system hands out; Postgres reads it as that of a dead process. */
const deadPid = 2_147_483_647

/** The process id of the server that runs on a data folder, or `undefined`. */
export async function findPostmaster(data: string): Promise<number | undefined> {
  const pid = await recordedPid(data)
  return pid !== undefined && (await isPostmaster(pid, data)) ? pid : undefined
}

/** Whether the server with that process id takes connections. */
export async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = await readPidFile(data)
  // The eighth line is its state, padded with blanks.
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * A killed server leaves `postmaster.pid` behind, and if its number now belongs to another program (in a container that is
 * the rule), Postgres would refuse to start for ever. The number is replaced, not the file removed: that way Postgres still
 * checks by its shared memory that no backend of the dead server is left.
 */
export async function markDeadPostmaster(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined || (await findPostmaster(data)) !== undefined) return
  if ((await recordedPid(data)) === undefined) await rm(file, { force: true })
  else await writeFile(file, text.replace(/^\d+/, String(deadPid)))
}

/**
 * Stops a server: fast (open transactions are rolled back) and, if that takes too long, at once (it recovers at the next
 * start).
 * @throws UserError `database_unavailable` when it does not end
 */
export async function stopPostgres(data: string, pid: number): Promise<void> {
  for (const [signal, limitMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    signalProcess(pid, signal)
    const end = Date.now() + limitMs
    while (Date.now() < end) {
      if ((await recordedPid(data)) !== pid || !(await isPostmaster(pid, data))) return
      await delay(pollMs)
    }
  }
  throw new UserError('database_unavailable', `Postgres (process ${pid}) does not stop. End it with: kill -QUIT ${pid}`)
}

async function recordedPid(data: string): Promise<number | undefined> {
  const pid = Number((await readPidFile(data))[0])
  return pid > 0 ? pid : undefined
}

async function readPidFile(data: string): Promise<readonly string[]> {
  return (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
}

/**
 * Whether the process is this folder's server. Its number may be a stranger's by now: another user's is never counted, as Postgres itself
 * has it, and of the others those alone that show what they are.
 */
async function isPostmaster(pid: number, data: string): Promise<boolean> {
  if (lookFor(pid) !== 'ours') return false
  const [folder, real] = await Promise.all([workingFolderOf(pid), realpath(data).catch(() => undefined)])
  return folder === 'hidden' ? commandLineNames(pid, data) : folder !== undefined && folder === real
}

/**
 * A server works in its data folder; a zombie (an orphan whose new parent does not collect it) has no folder any more. Only Linux tells,
 * and in a container not even root of those that it runs as a system user.
 */
async function workingFolderOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'hidden'
  return readlink(`/proc/${pid}/cwd`).catch((error: unknown) => (hasSystemCode(error, 'EACCES') ? 'hidden' : undefined))
}

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  return lookFor(pid) !== 'none'
}

/** Whether a process with this number exists, and may be sent a signal: root may do that to everybody's. */
function lookFor(pid: number): 'ours' | 'of another user' | 'none' {
  try {
    process.kill(pid, 0)
    return 'ours'
  } catch (error) {
    return hasSystemCode(error, 'EPERM') ? 'of another user' : 'none'
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself, which is what the caller wants and will check.
  }
}
