import { UserError } from '../errors.ts'
import { errorMessage } from '../error-message.ts'
import { systemCodeOf } from '../system-error.ts'

/** What Postgres and the network report, and what fixes it. */
const cures: ReadonlyMap<string, (place: URL) => string> = new Map(
  Object.entries({
    '28P01': (_place: URL) => 'Correct user and password in DATABASE_URL.',
    '28000': (_place: URL) => 'Correct user and password in DATABASE_URL, or allow that user in pg_hba.conf.',
    '3D000': (place: URL) =>
      `Create that database (createdb ${databaseOf(place)}), or name another one in DATABASE_URL.`,
    '42501': (place: URL) =>
      `Let its user create schemas there: grant create on database "${databaseOf(place)}" to "${place.username}";`,
    '57014': (_place: URL) =>
      'It is very busy, or another process is bringing the tables up to date, which takes a while for a large ledger. Try again later.',
    '53100': (_place: URL) => 'Free some space on the disk of that Postgres.',
    '53300': (_place: URL) => 'Raise max_connections there, or run fewer processes.',
  }),
)

const unreachable = 'Start Postgres there, or correct host and port in DATABASE_URL.'

/**
 * Turns an error from opening the ledger into one that whoever runs Sayso can act on. The URL is shown without its password.
 */
export function explainPostgres(error: unknown, url: string): UserError {
  if (error instanceof UserError) return error
  const place = new URL(url)
  const code = systemCodeOf(error) ?? ''
  const why = errorMessage(error)
  if (why.startsWith('corrupted migrations')) {
    const newer = `The ledger at ${shown(place)} was made by a newer Sayso. Start that version, or restore an earlier backup into an empty database.`
    return new UserError('database_version', newer, { cause: error })
  }
  const cure = cures.get(code)?.(place) ?? (isOfNetwork(code, why) ? unreachable : '')
  const text = `The ledger at ${shown(place)} cannot be opened: ${why}. ${cure}`.trim()
  return new UserError('database_unavailable', text, { cause: error })
}

function shown({ protocol, username, host, pathname }: URL): string {
  return `${protocol}//${username === '' ? '' : `${username}@`}${decoded(host)}${pathname}`
}

function databaseOf({ pathname }: URL): string {
  return decoded(pathname.slice(1))
}

/** A part of the URL as people write it: the folder of a socket, or a name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isOfNetwork(code: string, why: string): boolean {
  return /^E[A-Z_]{4,}$/u.test(code) || /timeout|terminated/iu.test(why)
}
