/**
 * The Unix-domain socket of the embedded Postgres, beside its data: a message through it costs half of what it costs through
 * 127.0.0.1, at both ends. Where there can be none (Windows, a long path, a folder shared with a virtual machine) TCP has to do, and it is
 * there in any case, for a `psql`.
 */
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** What every system takes as the address of a socket, in bytes: the smallest is that of macOS. */
const longestAddress = 103
const longestPort = 65_535
const prefix = '.s.PGSQL.'

/** Whether a server on these data may be given a socket there; whether it comes to be only the server can say. */
export function mayHaveSocket(data: string): boolean {
  const address = path.join(data, `${prefix}${longestPort}`)
  return process.platform !== 'win32' && Buffer.byteLength(address) <= longestAddress
}

/** The Postgres setting for it: a list, in which a quoted name may hold anything. */
export function socketSetting(data: string | null): Readonly<Record<string, string>> {
  return { unix_socket_directories: data === null ? '' : `"${data.replaceAll('"', '""')}"` }
}

/** What a server that was killed left behind: its process number may be somebody else's by now, which a new one takes for a living server. */
export async function removeSockets(data: string): Promise<void> {
  const names = await readdir(data).catch(() => [])
  await Promise.all(
    // One that cannot be removed is in the server's way, which then says so.
    names.filter((name) => name.startsWith(prefix)).map((name) => rm(path.join(data, name)).catch(() => undefined)),
  )
}

/** The host of a connection URL that leads to it, as libpq writes it. */
export function socketHost(data: string): string {
  return encodeURIComponent(data)
}
