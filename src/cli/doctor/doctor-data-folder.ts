import { access, constants, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { absent } from '../../system-error.ts'
import { findLeftFolders } from '../backup/clear-folder.ts'
import type { Finding } from './doctor-finding.ts'
import { nearestFolder } from '../nearest-folder.ts'

const what = 'Data folder'
/** A Postgres that root starts runs as somebody else, and its files are theirs. */
const ofPostgres = /^postgres(?:\.|$)/u

type Entry = { readonly name: string; readonly uid: number }

/** Whether this user can work in the data folder, or make it, and whoever else does finds everything theirs. */
export async function findDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<readonly Finding[]> {
  const there = await stat(dataDir).catch(absent)
  if (there === null) {
    await access(await nearestFolder(path.dirname(dataDir)), constants.W_OK | constants.X_OK)
    return [{ what, state: 'ok', says: `${dataDir} will be made at the first start` }]
  }
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const entries = await Promise.all(
    (await readdir(dataDir)).map(async (name) => {
      const looked = await stat(path.join(dataDir, name)).catch(absent)
      return { name, uid: looked?.uid ?? there.uid }
    }),
  )
  return [
    ...judgeMode(dataDir, there.mode),
    judgeOwners(dataDir, there.uid, entries),
    ...judgeLeft(dataDir, await findLeftFolders(dataDir)),
  ]
}

/** Whoever can write there can exchange the secret, the heads of the evidence and the database itself. */
function judgeMode(dataDir: string, mode: number): readonly Finding[] {
  if (process.getuid === undefined || (mode & 0o022) === 0) return []
  const says = `${dataDir} can be written by ${(mode & 0o002) === 0 ? 'its group' : 'everybody'}`
  return [{ what, state: (mode & 0o002) === 0 ? 'warn' : 'bad', says, cure: `chmod 700 ${dataDir}` }]
}

/** The next start removes them; where there is none, they lie in the clear for as long. */
function judgeLeft(dataDir: string, left: readonly string[]): readonly Finding[] {
  if (left.length === 0) return []
  const says = `a backup or restore that was killed has left a ledger in the clear in ${dataDir}: ${left.join(', ')}`
  return [{ what, state: 'warn', says, cure: `rm -r ${left.map((name) => path.join(dataDir, name)).join(' ')}` }]
}

/** What somebody else's command has left there, the service cannot write: `sudo sayso …` is how it comes. */
export function judgeOwners(dataDir: string, uid: number, entries: readonly Entry[]): Finding {
  const others = entries.filter((entry) => entry.uid !== uid && !ofPostgres.test(entry.name)).map(({ name }) => name)
  if (others.length === 0) return { what, state: 'ok', says: dataDir }
  const says = `${others.join(', ')} in ${dataDir} ${others.length === 1 ? 'belongs' : 'belong'} to another user than the folder (user id ${uid})`
  const files = others.map((name) => path.join(dataDir, name)).join(' ')
  return {
    what,
    state: 'bad',
    says,
    cure: `chown -R ${uid} ${files}; and from now on run sayso only as the user of the service.`,
  }
}
