/**
 * Postgres refuses to run as root, and containers run everything as root. So, in this order: whoever is not root runs it as
 * themselves; root runs it in a user namespace under another number (files stay root's, nothing is chowned); where
 * namespaces are forbidden (Docker's default seccomp profile), root runs it as a system user.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { assertNever, UserError } from '../../errors.ts'

/** Which user the Postgres programs run as. */
export type PostgresUser =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'system-user'; readonly name: string; readonly uid: number; readonly gid: number }

/** A program and how to spawn it for a `PostgresUser`. */
export type PostgresCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly options: { readonly uid?: number; readonly gid?: number }
}

const unshareArgs = ['--user', '--map-user=1000', '--map-group=1000', '--']
const systemUserNames = ['postgres', 'nobody']
const probeTimeoutMs = 5_000

/**
 * Finds out which user Postgres can run as here.
 * @throws UserError `database_unavailable` for root on a machine with neither user namespaces nor a system user
 */
export async function choosePostgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const probe = spawnSync('unshare', [...unshareArgs, 'true'], { stdio: 'ignore', timeout: probeTimeoutMs })
  return probe.status === 0 ? { kind: 'namespace' } : findSystemUser()
}

/**
 * Root can open anybody's data, and would take them over by doing so: the service that they belong to could not start any
 * more.
 * @param data the folder of the server's files; when root has made them, they belong to root or to a system user
 * @throws UserError `database_unavailable` for root when the data are another user's
 */
export async function refuseOthersData(dir: string, data: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = await stat(data).then(
    ({ uid }) => uid,
    () => 0,
  )
  const users = await readUsers()
  if (owner === 0 || users.some(({ name, uid }) => uid === owner && systemUserNames.includes(name))) return
  const theirs = users.find(({ uid }) => uid === owner)?.name ?? `#${owner}`
  throw new UserError(
    'database_unavailable',
    `The data in ${dir} belongs to the user ${theirs}, and you are root. Run Sayso as that user: sudo -u '${theirs}' … ` +
      `(or give the data to root for good: chown -R 0:0 ${dir}). Nothing was changed.`,
  )
}

/**
 * The first of `postgres` and `nobody` that this machine knows.
 * @throws UserError `database_unavailable` when it knows neither
 */
export async function findSystemUser(): Promise<PostgresUser> {
  const users = await readUsers()
  for (const wanted of systemUserNames) {
    const found = users.find(({ name }) => name === wanted)
    if (found !== undefined) return { kind: 'system-user', ...found }
  }
  throw new UserError(
    'database_unavailable',
    'Postgres does not run as root, and this machine has no other user that it could run as. ' +
      'Run Sayso as another user, or set DATABASE_URL.',
  )
}

type SystemUser = { readonly name: string; readonly uid: number; readonly gid: number }

async function readUsers(): Promise<readonly SystemUser[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  return lines.flatMap(([name, , uid, gid]) =>
    name === undefined || gid === undefined ? [] : [{ name, uid: Number(uid), gid: Number(gid) }],
  )
}

/** The command that runs a program as that user; the process id is the program's own in every case. */
export function commandAs(user: PostgresUser, file: string, args: readonly string[]): PostgresCommand {
  switch (user.kind) {
    case 'self':
      return { file, args, options: {} }
    case 'namespace':
      return { file: 'unshare', args: [...unshareArgs, file, ...args], options: {} }
    case 'system-user':
      return { file, args, options: { uid: user.uid, gid: user.gid } }
    default:
      return assertNever(user)
  }
}

/**
 * Makes `folder` inside `dir` usable for that user: its owner (left alone when it is right already) and the way to it. Only
 * root can do this, and only root has to.
 * @throws UserError `database_unavailable` when the user cannot reach the folder or the program
 */
export async function giveFolderTo(user: PostgresUser, dir: string, folder: string, program: string): Promise<void> {
  if (user.kind === 'self') return
  const owner = user.kind === 'namespace' ? { uid: 0, gid: 0 } : user
  if ((await lstat(folder)).uid !== owner.uid) await chownAll(folder, owner.uid, owner.gid)
  if (user.kind === 'namespace') return
  // Passing through is enough, and the files beside it are 0600.
  await chmod(dir, 0o711)
  const status = await reachability(user, folder, program)
  if (status !== 0) {
    throw new UserError(
      'database_unavailable',
      `Postgres has to run as the user "${user.name}", who cannot reach ${status === 1 ? program : folder}. ` +
        'Put it in a folder that every user may pass through, run Sayso as a user other than root, or set DATABASE_URL.',
    )
  }
}

function reachability(
  user: { readonly uid: number; readonly gid: number },
  folder: string,
  program: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const script = 'test -x "$1" || exit 1; cd "$2" || exit 2'
    const options = { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore', timeout: probeTimeoutMs } as const
    spawn('/bin/sh', ['-c', script, 'sh', program, folder], options)
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 2))
  })
}

async function chownAll(target: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), uid, gid)
  }
  await chown(target, uid, gid)
}
