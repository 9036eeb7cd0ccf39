/** Trouble with the connection to Postgres, which may pass: whatever was not committed can be tried again. */
import { setTimeout as delay } from 'node:timers/promises'
import { RetryableError } from '../errors.ts'
import { systemCodeOf } from '../system-error.ts'

/**
 * SQLSTATEs of a connection that is lost, cut by a shutdown, or refused because there are too many; and the system's own
 * codes.
 */
const passing = /^(?:08...|57P0[1-5]|53300|53400|ECONN[A-Z]+|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|EAI_AGAIN)$/u
/** What the driver says of a connection that was cut or not made in time; these errors have no code. */
const words = /^(?:connection terminated|timeout exceeded when trying to connect)/iu

/** How long to wait before each further attempt to connect, in milliseconds. */
const waitsMs = [250, 500, 1000, 2000]

/** Whether there was no connection to Postgres, or it was lost. */
export function isConnectionTrouble(error: unknown): boolean {
  if (error instanceof RetryableError) return true
  if (!(error instanceof Error)) return false
  const code = systemCodeOf(error)
  return code !== undefined ? passing.test(code) : words.test(error.message)
}

/**
 * SQLSTATEs of what Postgres refuses for now: it is full, busy, read-only, shutting down or damaged, or has forgotten a prepared
 * statement.
 */
const forNow = /^(?:25|26|40|53|55|57|58|XX)/u

/** What the driver says of a server that does not answer, and of its connection afterwards; without a code as well. */
const silence = /^(?:query read timeout|client has encountered a connection error|client was closed)/iu

/** Whether what failed may succeed later as it is; what is wrong with the values themselves never does. */
export function mayPass(error: unknown): boolean {
  if (isConnectionTrouble(error)) return true
  if (!(error instanceof Error)) return false
  const code = systemCodeOf(error)
  return code !== undefined ? forNow.test(code) : silence.test(error.message)
}

/**
 * Turns trouble with the connection into an error that says that nothing was changed and that it may pass; any other error
 * stays as it is.
 */
export function asPassing(error: unknown): unknown {
  if (error instanceof RetryableError || !isConnectionTrouble(error)) return error
  const code = systemCodeOf(error)
  const message = `The database cannot be reached${code === undefined ? '' : ` (${code})`}`
  return new RetryableError('action_failed', message, { cause: error, retryAfterMs: waitsMs[0] ?? 0 })
}

/**
 * Does work that may not get a connection at first. Until the work calls `begun` nothing has happened, so for a few seconds
 * any work is tried again.
 * @throws RetryableError when there is no connection in that time; whatever the work throws once it has begun
 */
export async function whenConnected<Result>(
  { signal, deadline = Number.POSITIVE_INFINITY }: { readonly signal: AbortSignal; readonly deadline?: number },
  work: (begun: () => void) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    let hasBegun = false
    try {
      return await work(() => (hasBegun = true))
    } catch (error) {
      if (hasBegun || !isConnectionTrouble(error)) throw error
      const waitMs = waitsMs[attempt]
      if (waitMs === undefined || Date.now() + waitMs >= deadline) throw asPassing(error)
      if (!(await isOver(waitMs, signal))) throw asPassing(error)
    }
  }
}

/** False when the signal comes first. */
async function isOver(waitMs: number, signal: AbortSignal): Promise<boolean> {
  return delay(waitMs, true, { signal }).catch(() => false)
}
