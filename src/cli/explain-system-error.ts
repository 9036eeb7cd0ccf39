import { errorMessage } from '../error-message.ts'
import { UserError } from '../errors.ts'
import { isConnectionTrouble, mayPass } from '../ledger/connection-trouble.ts'
import { systemCodeOf } from '../system-error.ts'

/** What an operating system refuses and whoever runs Sayso can mend; anything else is a defect of ours, with its trace. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota of this user is used up',
    ENOTDIR: 'a part of its path is a file, not a folder',
    EISDIR: 'it is a folder',
    EEXIST: 'something else with that name exists',
    EMFILE: 'this process has too many files open',
    ENFILE: 'the machine has too many files open',
    EIO: 'the disk does not answer',
    ENAMETOOLONG: 'the name is too long',
    ELOOP: 'its symbolic links form a circle',
  }),
)

/** What a Postgres refuses for reasons of its machine or its operator, by SQLSTATE. */
const wordsOfPostgres: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '25006': 'it is read-only, as a standby is',
    '53100': 'its disk is full',
    '53200': 'it is out of memory',
    '53300': 'it accepts no more connections',
    '55P03': 'something else holds what it needs',
    '57014': 'it took too long, for it is very busy or something else holds what it needs',
    '57P01': 'it was stopped',
    '57P02': 'one of its processes has crashed, and it is restarting',
    '57P03': 'it is starting or stopping',
    '58030': 'its disk does not answer',
  }),
)

/** What an error of the operating system means, in words; `null` when it is none that an operator can mend. */
export function systemErrorWords(error: unknown): string | null {
  const code = systemCodeOf(error) ?? ''
  const known = words.get(code)
  return known === undefined ? null : `${known} (${code})`
}

/** The same with the file that it is about, and what mends it; `null` when it is a defect. */
export function describeSystemError(error: unknown): { readonly says: string; readonly cure: string } | null {
  const ofPostgres = describePostgresError(error)
  if (ofPostgres !== null) return ofPostgres
  const why = systemErrorWords(error)
  if (why === null) return null
  const { path, dest, syscall }: { readonly path?: string; readonly dest?: string; readonly syscall?: string } = {
    ...(error as object),
  }
  // What is full, of a file that is copied, is the place that it is copied to.
  const where = (isOfSpace(error) ? dest : undefined) ?? path ?? 'something that Sayso needs'
  const what = syscall === 'mkdir' ? 'cannot be made' : syscall === 'open' ? 'cannot be opened' : 'cannot be used'
  const cure = 'Fix that, or name another place (for the data folder: --data or SAYSO_DATA).'
  return { says: `${where} ${what}: ${why}`, cure }
}

const noSpace: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS']

function isOfSpace(error: unknown): boolean {
  return noSpace.includes(systemCodeOf(error) ?? '')
}

function describePostgresError(error: unknown): { readonly says: string; readonly cure: string } | null {
  // The driver's own errors have a severity.
  if (!(error instanceof Error && 'severity' in error)) return null
  const code = systemCodeOf(error) ?? ''
  const why = wordsOfPostgres.get(code)
  if (why === undefined) return null
  const cure = 'Fix that, then try again: what was stored before is intact.'
  return { says: `Postgres cannot do its work: ${why} (${code})`, cure }
}

/** What an operator can mend, or may pass by itself, as an error that says so; a defect as it is. */
export function asUserError(error: unknown): unknown {
  if (error instanceof UserError) return error
  const said = explainSystemError(error) ?? explainLostConnection(error)
  if (said === null) return error
  // What only may pass is of Postgres, or of the way to it.
  return new UserError(mayPass(error) ? 'database_unavailable' : 'usage', said, { cause: error })
}

/** What the driver says without a code is of a connection too. */
function explainLostConnection(error: unknown): string | null {
  if (!isConnectionTrouble(error) && !(mayPass(error) && systemCodeOf(error) === undefined)) return null
  const why = errorMessage(error)
  return `The database, or something else that Sayso needs, does not answer: ${why}. Try again when it does: what was stored before is intact.`
}

/** Both as sentences; `null` when it is a defect. */
export function explainSystemError(error: unknown): string | null {
  const described = describeSystemError(error)
  return described === null ? null : `${described.says}. ${described.cure}`
}
