/**
 * An error as the log shows it: what kind it is, its code, where it came from, and what caused it. Its message is left out, since it
 * may repeat what a person said or a secret; only where it cannot, it stays.
 */
import { errorCodes, isOurs, type ErrorCode } from '../errors.ts'

export type DescribedError = {
  readonly type: string
  /** Ours, the system's (`ECONNREFUSED`) or that of Postgres (SQLSTATE). */
  readonly code?: string
  /** Its message, where that can only tell of Sayso's own parts. */
  readonly says?: string
  /** Of a database: what it was about. */
  readonly table?: string
  readonly constraint?: string
  readonly stack?: readonly string[]
  readonly cause?: DescribedError
}

const mostFrames = 10
const mostCauses = 4

/** Codes of ours under which a message only tells of Sayso's own parts. */
const plainCodes: ReadonlySet<ErrorCode> = new Set([
  'queue_unavailable',
  'database_unavailable',
  'database_version',
  'fenced',
  'interrupted',
  'turn_timeout',
  'step_timeout',
  'ledger_broken',
  'chat_gone',
  'not_connected',
  'whatsapp_unusable',
  'digest_mismatch',
])

/** Classes of SQLSTATE that tell of the server alone: connection, resources, operator, system. */
const plainStates = /^(?:08|53|57|58)[0-9A-Z]{3}$/u
/** What Redis says of itself: full, read-only, not saving, loading, or that it takes neither user nor password. */
const plainReplies =
  /^(?:(?:OOM|READONLY|MISCONF|LOADING|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|BUSY|NOAUTH|WRONGPASS|NOPERM) |ERR DB index is out of range$)/u
/** Whole messages of the drivers, which have no code. */
const plainWords: ReadonlySet<string> = new Set([
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection is closed.',
  'Command timed out',
  "Stream isn't writeable and enableOfflineQueue options is false",
])
/** What may stand in a log as a name: no spaces, so no sentences. */
const nameShape = /^[A-Za-z0-9_.$/-]{1,80}$/u

/** `at name (place:line:column)`, or the place alone. */
const frameShape = /^ {4}at ((?:[\w$.<>#[\] ]+ \()?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s()]+:\d+:\d+\)?)$/u

/** Describes whatever was thrown. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = nameIn(error, 'code')
  const says = plainMessage(error, code)
  const table = nameIn(error, 'table')
  const constraint = nameIn(error, 'constraint')
  const stack = framesOf(error)
  return {
    type: nameShape.test(error.name) ? error.name : 'Error',
    ...(code === undefined ? {} : { code }),
    ...(says === undefined ? {} : { says }),
    ...(table === undefined ? {} : { table }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(stack.length === 0 ? {} : { stack }),
    ...(error.cause === undefined || depth >= mostCauses ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

function nameIn(
  error: Error,
  key: 'code' | 'table' | 'constraint' | 'syscall' | 'address' | 'severity',
): string | undefined {
  const value: unknown = key in error ? error[key as keyof Error] : undefined
  return typeof value === 'string' && nameShape.test(value) ? value : undefined
}

function plainMessage(error: Error, code: string | undefined): string | undefined {
  if (isOurs(error)) return code !== undefined && isPlain(code) ? error.message : undefined
  if (code === undefined) {
    const isPlainReply = error.name === 'ReplyError' && plainReplies.test(error.message)
    return isPlainReply || plainWords.has(error.message) ? error.message : undefined
  }
  // The driver's own errors have a severity.
  if (nameIn(error, 'severity') !== undefined) return plainStates.test(code) ? error.message : undefined
  const syscall = nameIn(error, 'syscall')
  if (syscall === undefined || !/^(?:connect|listen|bind|read|write|getaddrinfo)$/u.test(syscall)) return undefined
  return [syscall, code, 'address' in error ? String(error.address) : null, 'port' in error ? String(error.port) : null]
    .filter((part) => part !== null)
    .join(' ')
}

function isPlain(code: string): boolean {
  return code in errorCodes && plainCodes.has(code as ErrorCode)
}

/** Where it was thrown; the stack begins with name and message, which are cut off first. */
function framesOf({ stack = '', name, message }: Error): readonly string[] {
  const header = `${name}: ${message}`
  const start = stack.startsWith(header) ? header.length : stack.indexOf(message) + message.length
  return stack
    .slice(start)
    .split('\n')
    .flatMap((line) => frameShape.exec(line)?.[1] ?? [])
    .slice(0, mostFrames)
}
