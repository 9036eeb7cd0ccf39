import { TerminalError, UserError, type ErrorCode } from '../../../errors.ts'
import { systemCodeOf } from '../../../system-error.ts'

const userErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ['file_missing', 'does not exist'],
  EEXIST: ['file_exists', 'is already there'],
  ENOTEMPTY: ['file_exists', 'is already there'],
  ENOTDIR: ['precondition_failed', 'is not a folder'],
  EISDIR: ['precondition_failed', 'is a folder'],
  ELOOP: ['path_outside', 'goes through a link'],
}

/** Refused by the system before anything was changed. */
const terminalErrors: Readonly<Record<string, string>> = {
  EACCES: 'may not be touched',
  EPERM: 'may not be touched',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'does not fit on the disk',
  EDQUOT: 'does not fit in the quota',
  EXDEV: 'is on another disk',
  ENAMETOOLONG: 'has too long a name',
  EMLINK: 'has too many names',
  EBUSY: 'is in use',
  EINVAL: 'cannot go there',
  ENXIO: 'is not a file',
  EMFILE: 'cannot be opened now: too many files are open',
}

/**
 * Runs one call to the file system, whose known errors mean that it changed nothing: they become ours. Anything else is
 * let through, and may have changed something.
 */
export async function translateFsErrors<Result>(path: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const code = systemCodeOf(error) ?? ''
    const user = userErrors[code]
    if (user !== undefined) throw new UserError(user[0], `${path} ${user[1]}`, { cause: error, params: { path } })
    const terminal = terminalErrors[code]
    if (terminal !== undefined) throw new TerminalError('action_failed', `${path} ${terminal}`, { cause: error })
    throw error
  }
}
