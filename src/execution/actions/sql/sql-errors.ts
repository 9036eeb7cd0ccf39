import { isOurs, RetryableError, TerminalError, UserError } from '../../../errors.ts'
import { systemCodeOf } from '../../../system-error.ts'

/** Problems of the moment: connection, shutdown, too many connections, serialisation, deadlock, a lock not given. */
const passing = /^(?:08...|57P0[1-5]|53300|53400|40001|40P01|55P03)$/
/**
 * Classes whose messages are kept: of tables and rules (23, 42), which quote no value that was bound, and what a trigger says (P0), which
 * quotes whatever its author puts there.
 */
const telling = /^(?:23|42|P0)/
/** Rules of the tables: a key that is taken or unknown, a check, a range that overlaps. The world is not as it must be; nothing is broken. */
const rule = /^23(?:503|505|514|P01)$/
/**
 * A trigger says no in its own words, and a value is too long or too large: no command foresees it. The value may be one that no person
 * gave, such as a counter that is full, so that is told to whoever looks after Sayso as well.
 */
const refusals: Readonly<Record<string, 'rule' | 'value'>> = { P0001: 'rule', '22001': 'value', '22003': 'value' }
const RETRY_AFTER_MS = 250

/** What Postgres or the driver reports. */
type SqlError = Error & { readonly severity?: string }

/**
 * Turns an error before the commit into ours: without a commit Postgres keeps nothing, so it certainly changed nothing.
 */
export function translateSqlError(error: unknown, signal: AbortSignal): Error {
  if (isOurs(error)) return error
  if (signal.aborted) return new TerminalError('step_timeout', 'The statement was cut off', { cause: error })
  const { message } = error as SqlError
  const code = systemCodeOf(error)
  if (sqlState(error) === null) return withoutState(error, code ?? message)
  if (code === '57014') return new TerminalError('step_timeout', 'The statement took too long', { cause: error })
  const text = `Postgres refused the statement (${code})${telling.test(code ?? '') ? `: ${message}` : ''}`
  const refused = refusals[code ?? '']
  if (refused !== undefined) {
    const params = { service: 'Postgres', refused, message: refused === 'rule' ? message : '' }
    return new UserError('precondition_failed', text, { cause: error, params })
  }
  if (rule.test(code ?? '')) return new UserError('precondition_failed', text, { cause: error })
  return passing.test(code ?? '') ? later(text, error) : new TerminalError('action_failed', text, { cause: error })
}

/** Whether Postgres itself answered that it has rolled back; anything else during a commit leaves it open. */
export function isRolledBack(error: unknown): boolean {
  return sqlState(error) !== null && (error as SqlError).severity === 'ERROR'
}

function sqlState(error: unknown): string | null {
  const { severity } = error as SqlError
  const code = systemCodeOf(error)
  return code?.length === 5 && severity !== undefined ? code : null
}

function withoutState(error: unknown, what: string): Error {
  const lost = /^(?:E[A-Z_]+|Connection terminated.*|timeout.*connect.*)$/.test(what)
  if (lost) return later(`The database cannot be reached (${what})`, error)
  return new TerminalError('action_failed', 'The statement could not be sent', { cause: error })
}

function later(message: string, cause: unknown): RetryableError {
  return new RetryableError('action_failed', message, { cause, retryAfterMs: RETRY_AFTER_MS })
}
