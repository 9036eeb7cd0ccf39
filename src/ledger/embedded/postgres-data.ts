import { statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { absent, hasSystemCode } from '../../system-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { runPostgresProgram } from './postgres-program.ts'
import { giveFolderTo, type PostgresUser } from './postgres-user.ts'

/** Where the parts of the embedded Postgres lie. All paths are real (no symbolic links) and absolute. */
export type DataFolder = {
  readonly dir: string
  readonly data: string
  readonly recordFile: string
  readonly lockFile: string
  readonly logFile: string
}

const halfDonePrefix = 'postgres.new-'

/** The layout inside a data folder of Sayso. */
export function layOutDataFolder(dir: string): DataFolder {
  const inside = (name: string): string => path.join(dir, name)
  return {
    dir,
    data: inside('postgres'),
    recordFile: inside('postgres.json'),
    lockFile: inside('postgres.lock'),
    logFile: inside('postgres.log'),
  }
}

/** Whether there are Postgres data; they appear as a whole, since initdb's folder is renamed into place. */
export function hasData(folder: DataFolder): boolean {
  try {
    statSync(path.join(folder.data, 'PG_VERSION'))
    return true
  } catch (error) {
    // That it may not be looked at does not mean that it is absent.
    if (hasSystemCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

/**
 * Checks the version of the data: Postgres cannot read those of another major version.
 * @throws UserError `database_version`, saying how to move them
 */
export async function checkDataVersion(folder: DataFolder, major: number): Promise<void> {
  if (!hasData(folder)) return
  const found = (await readFile(path.join(folder.data, 'PG_VERSION'), 'utf8')).trim()
  if (found === String(major)) return
  throw new UserError(
    'database_version',
    `The data in ${folder.data} was made by Postgres ${found}; this version of Sayso comes with Postgres ${major}. ` +
      'To move it: run "sayso backup" with the version of Sayso that made it, move the folder away, ' +
      'start this version once, and run "sayso restore". Nothing was changed.',
    { params: { found, needed: major } },
  )
}

/**
 * How often a password is hashed for whoever connects (RFC 5802, section 2.2): many times, so that guessing one from what is stored
 * takes long. Ours are drawn at random and cannot be guessed, and a start connects more than ten times.
 */
const scramIterations = 1

/**
 * Creates the data folder, with a superuser `sayso` and its password. UTF-8 and the C.UTF-8 that Postgres brings itself:
 * text sorts the same on every machine and after every upgrade of its C library.
 * @param durable false for data that nobody will miss
 */
export async function makeData(
  folder: DataFolder,
  binaries: PostgresBinaries,
  user: PostgresUser,
  password: string,
  durable: boolean,
): Promise<void> {
  await clearPlace(folder)
  const fresh = await mkdtemp(path.join(folder.dir, halfDonePrefix))
  const data = path.join(fresh, 'data')
  const passwordFile = path.join(fresh, 'password')
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    await giveFolderTo(user, folder.dir, fresh, binaries.initdb)
    await runPostgresProgram(user, binaries.initdb, [
      `--pgdata=${data}`,
      '--username=sayso',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--set=scram_iterations=${scramIterations}`,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ])
    await rename(data, folder.data)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Gives `sayso` another password while no server runs, for when `postgres.json` was lost. */
export async function resetPassword(
  folder: DataFolder,
  binaries: PostgresBinaries,
  user: PostgresUser,
  password: string,
): Promise<void> {
  await giveFolderTo(user, folder.dir, folder.data, binaries.postgres)
  const args = ['--single', '-j', '-D', folder.data, 'postgres']
  // In single-user mode a failed statement does not end the program; the next login would reveal it.
  await runPostgresProgram(user, binaries.postgres, args, `alter role sayso password '${password}';\n\n`)
}

/**
 * Removes what an initdb left behind when its starter was killed. It may still be running and writing; then the rest is
 * removed at the next start.
 */
export async function removeHalfDone(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.dir)) {
    if (!name.startsWith(halfDonePrefix)) continue
    await rm(path.join(folder.dir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(
      () => {},
    )
  }
}

/**
 * Checks that the data can be made where they are to lie; an empty folder is not in their way.
 * @throws UserError `database_unavailable`
 */
export async function checkPlace(folder: DataFolder): Promise<void> {
  const isFree = await readdir(folder.data).then(
    (names) => names.length === 0,
    (error: unknown) => {
      if (hasSystemCode(error, 'ENOENT', 'ENOTDIR')) return hasSystemCode(error, 'ENOENT')
      throw error
    },
  )
  if (isFree) return
  throw new UserError(
    'database_unavailable',
    `${folder.data} holds something that is not Postgres data. Move it away, or choose another data folder.`,
  )
}

async function clearPlace(folder: DataFolder): Promise<void> {
  await checkPlace(folder)
  await rmdir(folder.data).catch(absent)
}
