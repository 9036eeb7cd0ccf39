/**
 * Brings the files of a backup back to where they belong, which may be a symbolic link that leads to them: on another disk, say. Whatever
 * can be known to go wrong is told before anything is changed; what goes wrong all the same costs one file, and the others come back.
 */
import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { errorMessage } from '../../error-message.ts'
import { absent } from '../../system-error.ts'
import { systemErrorWords } from '../explain-system-error.ts'
import { nearestFolder } from '../nearest-folder.ts'

/** A file, or a folder with all that is in it, and where it belongs. */
export type Place = { readonly from: string; readonly to: string }

/** What could not be brought back, and why. */
export type NotRestored = { readonly path: string; readonly why: string }

/**
 * The places of what there is, each by its real path.
 * @throws UserError `restore_refused` for one that cannot be written
 */
export async function openPlaces(places: readonly Place[]): Promise<readonly Place[]> {
  const open: Place[] = []
  for (const { from, to } of places) {
    const kind = await kindOf(from)
    if (kind === null) continue
    const real = await realPlace(to).catch((error: unknown) => refuse(to, error))
    const there = await kindOf(real).catch((error: unknown) => refuse(real, error))
    if (there !== null && there !== kind)
      throw new UserError('restore_refused', `${real} is a ${there}, and in the backup a ${kind}. ${moveIt}`)
    const written = there === null ? await nearestFolder(path.dirname(real)) : real
    const needed = kind === 'file' && there !== null ? constants.W_OK : constants.W_OK | constants.X_OK
    await access(written, needed).catch((error: unknown) => refuse(written, error))
    open.push({ from, to: real })
  }
  return open
}

/**
 * Files that are here and not in the backup stay.
 * @param interrupted ends it between two files
 */
export async function restoreFiles(
  places: readonly Place[],
  interrupted?: AbortSignal,
): Promise<readonly NotRestored[]> {
  const failed: NotRestored[] = []
  for (const place of places) failed.push(...(await restorePlace(place, writeOver, interrupted)))
  return failed
}

/** An error that a file gave, for whoever has to mend it. */
export function notRestored(file: string, error: unknown): NotRestored {
  return { path: file, why: systemErrorWords(error) ?? errorMessage(error) }
}

const moveIt = 'Move what is there away, then restore again. Nothing was changed.'

async function restorePlace(
  { from, to }: Place,
  restoreFile: typeof writeOver,
  interrupted: AbortSignal | undefined,
): Promise<readonly NotRestored[]> {
  interrupted?.throwIfAborted()
  try {
    if ((await kindOf(from)) === 'file') {
      await restoreFile(from, to)
      return []
    }
    await openFolder(from, to)
    const failed: NotRestored[] = []
    for (const name of await readdir(from)) {
      const inside = { from: path.join(from, name), to: path.join(to, name) }
      failed.push(...(await restorePlace(inside, replaceFile, interrupted)))
    }
    return failed
  } catch (error) {
    interrupted?.throwIfAborted()
    return [notRestored(to, error)]
  }
}

/** A file that has a place of its own may be mounted there, in a folder that is not ours to write. */
async function writeOver(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(from, to)
}

/** The file appears as a whole, also in place of a link: what that leads to is nothing of the backup. */
async function replaceFile(from: string, to: string): Promise<void> {
  const draft = path.join(path.dirname(to), `.${randomUUID()}.part`)
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL)
    await rename(draft, to)
  } finally {
    await rm(draft, { force: true })
  }
}

/** A link to a folder is none: what lies behind it was not backed up. */
async function openFolder(from: string, to: string): Promise<void> {
  const there = await lstat(to).catch(absent)
  if (there !== null && !there.isDirectory()) throw new Error('it is no folder, and in the backup it is one')
  if (there !== null) return
  await mkdir(to, { recursive: true })
  await chmod(to, (await stat(from)).mode & 0o777)
}

/** Where a path leads, whether or not there is something. */
async function realPlace(to: string): Promise<string> {
  const real = await realpath(to).catch(absent)
  if (real !== null) return real
  const link = await readlink(to).catch(() => null)
  return link === null ? to : realPlace(path.resolve(path.dirname(to), link))
}

async function kindOf(file: string): Promise<'file' | 'folder' | null> {
  const there = await lstat(file).catch(absent)
  if (there === null) return null
  return there.isDirectory() ? 'folder' : 'file'
}

function refuse(file: string, cause: unknown): never {
  const { why } = notRestored(file, cause)
  throw new UserError('restore_refused', `${file} cannot be written: ${why}. Mend that first. Nothing was changed.`, {
    cause,
  })
}
