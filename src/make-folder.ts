import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorMessage } from './error-message.ts'
import { UserError } from './errors.ts'
import { hasSystemCode, systemCodeOf } from './system-error.ts'

/** What keeps somebody from writing somewhere, by the code of the system. */
const hindrances: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'no more may be stored there',
  ENOTDIR: 'what lies above it is a file',
  EEXIST: 'it is a file',
  ENAMETOOLONG: 'its name is too long',
}

/**
 * Makes a folder, and those above it, unless they are there. Node's own `recursive` never ends where a file system says of a folder to
 * be made that it does not exist (`/proc`).
 * @param options.named what somebody has named, if it is another one that cannot be made without this
 * @throws UserError `config_invalid` with what stands in the way
 */
export async function makeFolder(
  dir: string,
  { mode, named = dir }: { readonly mode?: number; readonly named?: string } = {},
): Promise<void> {
  try {
    await make(path.resolve(dir), mode)
  } catch (cause) {
    const why = whyUnwritable(cause, 'no folders can be made there')
    throw new UserError('config_invalid', `The folder ${named} cannot be made: ${why}. Name another one`, { cause })
  }
}

async function make(dir: string, mode: number | undefined): Promise<void> {
  try {
    await makeOne(dir, mode)
  } catch (error) {
    if (!hasSystemCode(error, 'ENOENT')) throw error
    const above = path.dirname(dir)
    if (!(await isFolder(above))) await make(above, mode)
    // Where it was there already, somebody else may have been making it at that moment.
    await makeOne(dir, mode)
  }
}

async function makeOne(dir: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(dir, mode)
  } catch (error) {
    if (!(await isFolder(dir))) throw error
  }
}

async function isFolder(dir: string): Promise<boolean> {
  return stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/**
 * Why something could not be made or written, in words for whoever looks after the machine.
 * @param missing what it means here that something does not exist
 */
export function whyUnwritable(error: unknown, missing: string): string {
  const code = systemCodeOf(error) ?? ''
  return code === 'ENOENT' ? missing : (hindrances[code] ?? errorMessage(error))
}
