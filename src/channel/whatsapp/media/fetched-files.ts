/**
 * Files that were brought here lie open in the machine's folder for what is temporary, each in a folder that names the process
 * which needs it, until that has read them. What a process that was killed has left there is removed by the next one.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasSystemCode } from '../../../system-error.ts'
import type { FetchedFile } from '../../channel.ts'

const prefix = 'sayso-whatsapp-'
/** The number of a process is given to others later, and in a container to the next one at once; when it began is not. */
const own = `${process.pid}-${Math.round(performance.timeOrigin)}-`

/** Puts a file where nobody else can read it, under a name that only this process knows; nothing stays where that fails. */
export async function keepFetched(bytes: Buffer): Promise<FetchedFile> {
  const dir = await mkdtemp(path.join(tmpdir(), `${prefix}${own}`))
  const release = () => rm(dir, { recursive: true, force: true })
  const file = path.join(dir, 'file')
  try {
    await writeFile(file, bytes, { mode: 0o600 })
  } catch (error) {
    await release()
    throw error
  }
  return { path: file, release }
}

/** Removes what processes have left that live no more. */
export async function sweepFetched(): Promise<void> {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(prefix) && isLeft(name.slice(prefix.length)))
      await rm(path.join(tmpdir(), name), { recursive: true, force: true })
}

function isLeft(name: string): boolean {
  const [pid] = /^\d+(?=-\d+-)/u.exec(name) ?? []
  if (pid === undefined || name.startsWith(own)) return false
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One that belongs to somebody else lives as well.
    return !hasSystemCode(error, 'ESRCH')
  }
}
