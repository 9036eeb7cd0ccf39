import { randomUUID } from 'node:crypto'
import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { absent, hasSystemCode } from '../../system-error.ts'
import type { Finding } from './doctor-finding.ts'
import { systemErrorWords } from '../explain-system-error.ts'
import { nearestFolder } from '../nearest-folder.ts'

const what = 'Workspace'

/**
 * Whether files can be written where file steps, reports and what people send go. A small file is written and removed: rights alone
 * do not tell of a disk that is full.
 */
export async function findWorkspace({ workspaceDir }: Pick<Config, 'workspaceDir'>): Promise<readonly Finding[]> {
  try {
    const there = await stat(workspaceDir).catch(absent)
    if (there === null) {
      await access(await nearestFolder(path.dirname(workspaceDir)), constants.W_OK | constants.X_OK)
      return [{ what, state: 'ok', says: `${workspaceDir} will be made at the first start` }]
    }
    if (!there.isDirectory())
      return [{ what, state: 'bad', says: `${workspaceDir} is a file`, cure: 'Name a folder in SAYSO_WORKSPACE.' }]
    await writeAndRemove(path.join(workspaceDir, `.sayso-doctor-${randomUUID()}`))
    return [{ what, state: 'ok', says: workspaceDir }]
  } catch (error) {
    const why = systemErrorWords(error)
    if (why === null) throw error
    return [{ what, state: 'bad', says: `${workspaceDir} cannot be written: ${why}`, cure: workspaceCure(error) }]
  }
}

/** What mends a folder that cannot be written: space where it is full, rights elsewhere. */
export function workspaceCure(error: unknown): string {
  const isFull = hasSystemCode(error, 'ENOSPC', 'EDQUOT')
  const first = isFull ? 'Free some space' : 'Let the user of the service write there (mount a volume without ro)'
  return `${first}, or name another folder in SAYSO_WORKSPACE.`
}

async function writeAndRemove(file: string): Promise<void> {
  try {
    await writeFile(file, 'Written by sayso doctor, and removed at once.\n', { flag: 'wx' })
  } finally {
    await rm(file, { force: true })
  }
}
