/**
 * A folder in which a ledger lies in the clear, while a backup is made or restored: it is removed in the end, a signal included. What a
 * process that was killed has left is removed by whoever comes after it, going by the machine and the process number in its name.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { isAlive } from '../../ledger/embedded/postgres-postmaster.ts'
import { untilInterrupted } from '../stop-signal.ts'
import { whyUnwritable } from '../../make-folder.ts'

/** Longer than a backup takes: one that old is nobody's, though another process has its number now, or another machine made it. */
const limitMs = 24 * 60 * 60_000

/** Of a restore in the data folder, of a backup beside its file; earlier versions packed the parts into another file beside them. */
const ours = /(?:^restore-|\.parts-)(?<machine>[0-9a-f]{8})-(?<pid>\d+)-\w{6}(?:\.tar\.gz)?$/u

/** What of such a folder's path depends on whose it is: where a backup is restored to, or the file that is being made. */
type Purpose = { readonly restoreIn: string } | { readonly backupTo: string }

/**
 * Works in a new folder, after removing what was left beside it. When the work is interrupted, its signal says so, and the folder is
 * removed as soon as the work has ended: what settles before that, and leaves something going on, makes the folder again.
 * @throws UserError `usage` when it cannot be made
 * @throws Interrupted
 */
export async function inClearFolder<Result>(
  purpose: Purpose,
  work: (folder: string, interrupted: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const prefix = 'restoreIn' in purpose ? path.join(purpose.restoreIn, 'restore-') : `${purpose.backupTo}.parts-`
  await removeLeftFolders(path.dirname(prefix))
  const interruption = new AbortController()
  let ending: Promise<unknown> = Promise.resolve()
  const open = async () => {
    const folder = await mkdtemp(`${prefix}${machine()}-${process.pid}-`).catch((cause: unknown) => {
      throw new UserError(
        'usage',
        `Cannot write to ${path.dirname(prefix)}: ${whyUnwritable(cause, 'there is no such folder')}`,
        { cause },
      )
    })
    const close = async () => {
      interruption.abort()
      await ending
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
    return { folder, close }
  }
  return untilInterrupted(open, async ({ folder }) => {
    const working = work(folder, interruption.signal)
    ending = working.catch(() => undefined)
    return working
  })
}

/** Removes what processes that were killed have left in a folder; what cannot be removed stays for `sayso doctor` to tell. */
export async function removeLeftFolders(dir: string): Promise<void> {
  for (const left of await findLeftFolders(dir)) {
    await rm(path.join(dir, left), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** The names of what processes that were killed have left in a folder. */
export async function findLeftFolders(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir).catch(() => [])
  const left = await Promise.all(names.map(async (name) => ((await isLeft(dir, name)) ? [name] : [])))
  return left.flat()
}

async function isLeft(dir: string, name: string): Promise<boolean> {
  const { machine: made, pid } = ours.exec(name)?.groups ?? {}
  if (made === undefined) return false
  if (made === machine() && !isAlive(Number(pid))) return true
  const looked = await stat(path.join(dir, name)).catch(() => undefined)
  return looked !== undefined && Date.now() - looked.mtimeMs > limitMs
}

/** Process numbers mean something on one machine alone, and in one container. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}
