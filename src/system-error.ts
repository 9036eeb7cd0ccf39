/**
 * The codes of errors that are not ours: of the operating system (`ENOENT`), of Node (`ERR_MODULE_NOT_FOUND`) and of Postgres (an SQLSTATE).
 * What libraries throw is not typed, so this is where it is looked at.
 */
import { errorMessage } from './error-message.ts'

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

/** The code of any thrown value; `undefined` when it has none. An error of Sayso has its own (`errors.ts`). */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Whether a thrown value has one of these codes. */
export function hasSystemCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = systemCodeOf(error)
  return code !== undefined && codes.includes(code)
}

/** `null` for an error that says that nothing is there. @throws every other one */
export function absent(error: unknown): null {
  if (hasSystemCode(error, 'ENOENT')) return null
  throw error
}

/**
 * Why something could not be made or written, in words for whoever looks after the machine.
 * @param missing what it means here that something does not exist
 */
export function whyUnwritable(error: unknown, missing: string): string {
  const code = systemCodeOf(error) ?? ''
  return code === 'ENOENT' ? missing : (hindrances[code] ?? errorMessage(error))
}
