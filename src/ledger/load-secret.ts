import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UserError } from '../errors.ts'

const minimumLength = 32
const howToMake = 'Make one with: openssl rand -base64 33'

/**
 * The root secret: `SAYSO_SECRET` when it is set; with the embedded database else one that is made once, in `<dir>/secret`, which
 * lies where the data lie and is no less safe than they are. A database elsewhere gets no secret made up for it: every machine
 * would make another one.
 * @param options.dir the data folder of Sayso; it exists already
 * @throws UserError `secret_missing` when there is none or it has fewer than 32 characters
 */
export async function loadSecret(options: {
  readonly dir: string
  readonly fromEnvironment: string | undefined
  readonly embedded: boolean
}): Promise<string> {
  const { dir, fromEnvironment, embedded } = options
  if (fromEnvironment !== undefined && fromEnvironment !== '')
    return checked(fromEnvironment, 'SAYSO_SECRET', howToMake)
  if (!embedded) {
    throw new UserError(
      'secret_missing',
      `SAYSO_SECRET is not set. With DATABASE_URL it is needed, the same on every machine. ${howToMake}`,
    )
  }
  const file = path.join(dir, 'secret')
  const stored = (await readSecret(file)) ?? (await makeSecret(file))
  return checked(stored, file, 'Restore it from the backup: what was sealed with it cannot be read without it.')
}

function checked(secret: string, source: string, advice: string): string {
  if (secret.length >= minimumLength) return secret
  throw new UserError('secret_missing', `${source} has fewer than ${minimumLength} characters. ${advice}`)
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new UserError('secret_missing', `Cannot read ${file}: ${String(error)}`, { cause: error })
  }
}

/** Written aside and linked into place: it appears whole, and of two processes that make one, the second takes the first's. */
async function makeSecret(file: string): Promise<string> {
  const aside = `${file}.${randomUUID()}`
  try {
    await writeFile(aside, `${randomBytes(33).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await link(aside, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      throw new UserError('secret_missing', `Cannot make ${file}: ${String(error)}`, { cause: error })
    }
  } finally {
    await rm(aside, { force: true })
  }
  return (await readSecret(file)) ?? ''
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
