import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { UserError } from './errors.ts'
import { hasSystemCode, whyUnwritable } from './system-error.ts'

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
