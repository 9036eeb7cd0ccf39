/**
 * The Unix-domain socket of the embedded Postgres, beside its data: a message through it costs half of what it costs through
 * 127.0.0.1, at both ends. Where there can be none (Windows, a long path, a folder shared with a virtual machine) TCP has to
 * do; it is there in any case, for `psql`.
 */
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** The longest address of a socket that every system accepts, in bytes: macOS has the lowest limit. */
const longestAddress = 103
const longestPort = 65_535
const prefix = '.s.PGSQL.'

/** Whether a server on these data may be given a socket there; whether one comes about, only the server can say. */
export function mayHaveSocket(data: string): boolean {
  const address = path.join(data, `${prefix}${longestPort}`)
  return process.platform !== 'win32' && Buffer.byteLength(address) <= longestAddress
}

/** The Postgres setting for it: a list, in which a quoted name may contain anything. */
export function socketSetting(data: string | null): Readonly<Record<string, string>> {
  return { unix_socket_directories: data === null ? '' : `"${data.replaceAll('"', '""')}"` }
}

/**
 * Removes what a killed server left behind: its process number may be somebody else's by now, whom a new server would take
 * for a living one.
 */
export async function removeSockets(data: string): Promise<void> {
  const names = await readdir(data).catch(() => [])
  await Promise.all(
    // One that cannot be removed gets in the way of the server, which then says so.
    names.filter((name) => name.startsWith(prefix)).map((name) => rm(path.join(data, name)).catch(() => undefined)),
  )
}

/** The host by which a connection URL leads to it, as libpq writes it. */
export function socketHost(data: string): string {
  return encodeURIComponent(data)
}
