/**
 * Copies a folder in which others go on working: what disappears meanwhile was removed, or has another name by now. So the folder is looked
 * through again until nothing is missing that was listed; a draft alone is expected to go.
 */
import { existsSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { absent } from '../../system-error.ts'

/** What is being written has this ending until it is whole. */
const draftEnding = '.part'
const mostPasses = 5

/**
 * Copies a file, or a folder with all that is in it; nothing where there is nothing. Files and folders alone: a link leads to what is not
 * backed up.
 * @param interrupted ends it between two files
 * @throws UserError `precondition_failed` when files go on disappearing
 */
export async function copyFiles(from: string, to: string, interrupted?: AbortSignal): Promise<void> {
  interrupted?.throwIfAborted()
  if (!existsSync(from)) return
  await mkdir(path.dirname(to), { recursive: true })
  const root = await realpath(from)
  if ((await lstat(root)).isFile()) return copyFile(root, to)
  await copyFolder(root, to)
  for (let pass = 1; pass <= mostPasses; pass++) {
    const listed = await listFiles(root).catch(absent)
    const gone = listed === null ? [root] : await copyListed(root, listed, to, interrupted)
    if (gone.length === 0) return
  }
  throw new UserError('precondition_failed', `Files keep disappearing from ${from} while it is copied; try again later`)
}

/** A file or a folder in another one, by its path from there. */
type Listed = { readonly path: string; readonly kind: 'file' | 'folder' }

async function listFiles(root: string): Promise<readonly Listed[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({
      path: path.relative(root, path.join(entry.parentPath, entry.name)),
      kind: entry.isFile() ? 'file' : 'folder',
    }))
}

/** Copies what was listed of a folder, each folder ahead of what is in it; gives what is not there any more, but drafts. */
export async function copyListed(
  root: string,
  listed: readonly Listed[],
  to: string,
  interrupted?: AbortSignal,
): Promise<readonly string[]> {
  const gone: string[] = []
  for (const { path: each, kind } of listed) {
    interrupted?.throwIfAborted()
    const copy = kind === 'file' ? copyFile : copyFolder
    const copied = await copy(path.join(root, each), path.join(to, each)).then(() => true, absent)
    if (copied === null && !each.endsWith(draftEnding)) gone.push(each)
  }
  return gone
}

/** The folder alone, as it may be entered; by its owner in any case. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { mode } = await stat(from)
  await mkdir(to, { recursive: true })
  await chmod(to, (mode & 0o777) | 0o700)
}
