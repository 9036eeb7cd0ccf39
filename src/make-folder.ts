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
 * Makes a folder that somebody has named, and those above it, unless they are there. Node's own `recursive` never ends where a file
 * system says of a folder to be made that it does not exist (`/proc`).
 * @throws UserError `config_invalid` with what stands in the way
 */
export async function makeFolder(dir: string, { mode }: { readonly mode?: number } = {}): Promise<void> {
  try {
    await make(path.resolve(dir), mode)
  } catch (cause) {
    const why = whyUnwritable(cause, 'no folders can be made there')
    throw new UserError('config_invalid', `The folder ${dir} cannot be made: ${why}. Name another one`, { cause })
  }
}

async function make(dir: string, mode: number | undefined): Promise<void> {
  const options = mode === undefined ? {} : { mode }
  try {
    return await mkdir(dir, options)
  } catch (error) {
    if (hasSystemCode(error, 'EEXIST') && (await stat(dir)).isDirectory()) return
    if (!hasSystemCode(error, 'ENOENT') || path.dirname(dir) === dir) throw error
  }
  await make(path.dirname(dir), mode)
  try {
    await mkdir(dir, options)
  } catch (error) {
    // Somebody else was faster.
    if (!hasSystemCode(error, 'EEXIST') || !(await stat(dir)).isDirectory()) throw error
  }
}

/**
 * Why something could not be made or written, in words for whoever looks after the machine.
 * @param missing what it means here that something does not exist
 */
export function whyUnwritable(error: unknown, missing: string): string {
  const code = systemCodeOf(error) ?? ''
  return code === 'ENOENT' ? missing : (hindrances[code] ?? errorMessage(error))
}
