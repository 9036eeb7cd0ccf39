import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '../../../errors.ts'
import { hasSystemCode } from '../../../system-error.ts'
import type { ActionContext } from '../../action.ts'
import { translateFsErrors } from './filesystem-errors.ts'
import { inFolderOf, locateOwn } from './filesystem-paths.ts'

/**
 * Keeps a file in a folder right below the workspace root, which is made when it is missing, and gives its path with the
 * root as `/`. Nothing is ever overwritten: the same bytes under the same name are kept once, so that doing it again
 * changes nothing. A crash leaves the file whole or not there.
 * @throws UserError `file_exists` when something else has the name, `path_outside` when the folder leads out
 */
export async function keepFile(
  root: string,
  { folder, name, bytes }: { readonly folder: string; readonly name: string; readonly bytes: Uint8Array },
  context: ActionContext,
): Promise<string> {
  const home = await locateOwn(root, `/${folder}`, context)
  await inFolderOf(root, home, (path) => translateFsErrors(home.shown, () => mkdir(path, { recursive: true })))
  const place = await locateOwn(root, `/${folder}/${name}`, context)
  await inFolderOf(root, place, (path) => translateFsErrors(place.shown, () => keepAt(path, place.shown, bytes)))
  return place.shown
}

async function keepAt(path: string, shown: string, bytes: Uint8Array): Promise<void> {
  if (await isThere(path)) {
    if (Buffer.compare(await readFile(path), bytes) === 0) return
    throw new UserError('file_exists', `${shown} is already there with other contents`, { params: { path: shown } })
  }
  const draft = join(dirname(path), `.${randomUUID()}.part`)
  try {
    await writeFile(draft, bytes, { flag: 'wx' })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return false
    throw error
  }
}
