import { randomBytes, randomUUID } from 'node:crypto'
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { hasSystemCode } from '../../system-error.ts'
import { keyIdOf } from './secrets.ts'

const minimumLength = 32
const howToMake = 'Make one with: openssl rand -base64 33'

/** Where root secrets come from. */
export type SecretSources = {
  /** The data folder of Sayso; it exists already. */
  readonly dir: string
  /** `SAYSO_SECRET`. */
  readonly fromEnvironment: string | undefined
  /** `SAYSO_SECRET_PREVIOUS`. */
  readonly previous: readonly string[]
  /** Whether the database lies in the data folder. */
  readonly embedded: boolean
  /** Whether a new one may be made: there is no ledger yet that is sealed with another. */
  readonly mayMake: boolean
}

/** Root secrets, newest first; the ledger itself says which of them it is sealed with. */
export type RootSecrets = readonly [newest: string, ...earlier: string[]]

/**
 * The root secrets: `SAYSO_SECRET` and those of `SAYSO_SECRET_PREVIOUS` when it is set; otherwise, with the embedded
 * database, those in the data folder, where one is made once, in `<dir>/secret`, which is no less safe than the data beside
 * it. For a database elsewhere none is made up: every machine would make a different one.
 * @throws UserError `secret_missing` when there is none, it was lost, or one has fewer than 32 characters
 */
export async function loadSecrets(sources: SecretSources): Promise<RootSecrets> {
  const { dir, fromEnvironment, previous, embedded, mayMake } = sources
  const earlier = previous.map((each) =>
    checked(each, 'A secret in SAYSO_SECRET_PREVIOUS', 'Several stand between commas.'),
  )
  if (fromEnvironment !== undefined && fromEnvironment !== '') {
    return [checked(fromEnvironment, 'SAYSO_SECRET', howToMake), ...earlier]
  }
  if (!embedded) {
    throw new UserError(
      'secret_missing',
      `SAYSO_SECRET is not set. It is required with DATABASE_URL, the same on every machine. ${howToMake}`,
    )
  }
  const { current, next, kept } = placesOf(dir)
  // Read in this order, so that the newest one is among them whatever `finishNextSecret` does meanwhile.
  const coming = await readSecret(next)
  const stored = await readSecret(current)
  const old = await readAll(dir, await kept())
  if (coming === undefined && stored === undefined && !mayMake) throw lost(current)
  const found = [coming, stored ?? (coming === undefined ? await makeSecret(current) : undefined)]
  const [newest, ...rest] = found.flatMap((each) => (each === undefined ? [] : [checkedFile(each, current)]))
  return [newest ?? checkedFile('', current), ...rest, ...old, ...earlier]
}

function lost(file: string): UserError {
  return new UserError(
    'secret_missing',
    `${file} is missing, and the ledger beside it is sealed with the secret in it. Bring it back from a copy, or set SAYSO_SECRET to ` +
      'its content. Without it, nothing that is sealed can be read.',
  )
}

/** The secret that an embedded ledger is to move to: made once, and the same one until `finishNextSecret`. */
export async function makeNextSecret(dir: string): Promise<string> {
  const { next } = placesOf(dir)
  return checkedFile((await readSecret(next)) ?? (await makeSecret(next)), next)
}

/**
 * Puts the next secret in the place of the current one, which stays beside it under its key id, for older backups. After a
 * crash it can be called again and goes on where it stopped: both secrets can be read at every moment.
 * @returns the file that now holds the earlier secret
 */
export async function finishNextSecret(dir: string): Promise<string> {
  const { current, next } = placesOf(dir)
  const kept = path.join(dir, `secret-${keyIdOf(checkedFile((await readSecret(current)) ?? '', current))}`)
  await link(current, kept).catch(ignore('EEXIST'))
  await rename(next, current)
  return kept
}

function placesOf(dir: string) {
  return {
    current: path.join(dir, 'secret'),
    next: path.join(dir, 'secret.next'),
    /** Names of the files that hold earlier ones. */
    kept: async () => (await readdir(dir)).filter((name) => /^secret-[0-9a-f]{8}$/u.test(name)).toSorted(),
  }
}

async function readAll(dir: string, names: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    names.map(async (name) => checkedFile((await readSecret(path.join(dir, name))) ?? '', path.join(dir, name))),
  )
}

function checkedFile(secret: string, file: string): string {
  return checked(
    secret,
    file,
    'Restore it from where you keep a copy: what was sealed with it cannot be read without it.',
  )
}

function checked(secret: string, source: string, advice: string): string {
  if (secret.length >= minimumLength) return secret
  throw new UserError('secret_missing', `${source} has fewer than ${minimumLength} characters. ${advice}`)
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return undefined
    throw new UserError('secret_missing', `Cannot read ${file}: ${String(error)}`, { cause: error })
  }
}

/**
 * Written to a temporary file and linked into place: it appears whole, and of two processes that make one, the second takes
 * the first's.
 */
async function makeSecret(file: string): Promise<string> {
  const aside = `${file}.${randomUUID()}`
  try {
    await writeFile(aside, `${randomBytes(33).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await link(aside, file).catch(ignore('EEXIST'))
  } catch (error) {
    throw new UserError('secret_missing', `Cannot make ${file}: ${String(error)}`, { cause: error })
  } finally {
    await rm(aside, { force: true })
  }
  return (await readSecret(file)) ?? ''
}

function ignore(code: string): (error: unknown) => void {
  return (error) => {
    if (!hasSystemCode(error, code)) throw error
  }
}
