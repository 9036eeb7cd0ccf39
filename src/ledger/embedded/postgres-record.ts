import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** What `postgres.json` tells a process that wants to attach. */
export type PostgresRecord = {
  readonly port: number
  /** Process id of the server; `0` before the first start. */
  readonly pid: number
  /** The password of the superuser `sayso`. */
  readonly password: string
  /** Major version of the data. */
  readonly version: number
  /** Whether it listens on a socket beside its data; absent when that was never tried. */
  readonly socket?: boolean
}

/** Reads `postgres.json`; `undefined` when it is absent or damaged (the password can then be reset). */
export async function readPostgresRecord(file: string): Promise<PostgresRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return parseRecord(JSON.parse(text))
  } catch {
    return undefined
  }
}

function parseRecord(value: unknown): PostgresRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { port, pid, password, version, socket } = {
    port: 0,
    pid: 0,
    password: '',
    version: 0,
    socket: undefined,
    ...value,
  }
  const numbers = [port, pid, version].every((number) => Number.isSafeInteger(number) && number >= 0)
  return numbers && typeof password === 'string' && /^[\w-]{20,}$/.test(password)
    ? { port, pid, password, version, ...(typeof socket === 'boolean' ? { socket } : {}) }
    : undefined
}

/**
 * Replaces `postgres.json` as a whole, readable by its owner alone (it holds the password). The caller holds the start lock,
 * so nobody else writes the temporary file; one that a killed process left there is overwritten.
 */
export async function writePostgresRecord(file: string, record: PostgresRecord): Promise<void> {
  const aside = `${file}.new`
  await writeFile(aside, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true })
  await rename(aside, file)
}

/** A password that needs no quoting anywhere. */
export function makePassword(): string {
  return randomBytes(24).toString('base64url')
}
