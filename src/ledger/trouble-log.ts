import type { Logger } from 'pino'
import { RetryableError } from '../errors.ts'
import { isConnectionTrouble } from './connection-trouble.ts'

/** So often at most the same is said of a ledger that is away, in milliseconds: all that stands on it fails again and again. */
const everyMs = 60_000

export type TroubleLog = (
  event: string,
  error: unknown,
  about: Readonly<Record<string, unknown>>,
  words: string,
) => void

/**
 * Warns of what failed and is tried again. What fails for want of the ledger, which `ledger.lost` tells of, is warned of once a minute
 * for each event, with how often it has failed since (`times`).
 */
export function createTroubleLog(log: Pick<Logger, 'warn'>, now: () => number = () => performance.now()): TroubleLog {
  const told = new Map<string, { readonly at: number; readonly last: number; readonly times: number }>()
  return (event, error, about, words) => {
    if (!isOfLedger(error)) return log.warn({ event, ...about, err: error }, words)
    const known = told.get(event)
    // What failed long ago was another outage.
    const before = known !== undefined && now() - known.last < 2 * everyMs ? known : null
    const isDue = before === null || now() - before.at >= everyMs
    const times = before?.times ?? 0
    told.set(event, { at: isDue ? now() : before.at, last: now(), times: isDue ? 0 : times + 1 })
    if (isDue) log.warn({ event, ...about, ...(times > 0 && { times: times + 1 }), err: error }, words)
  }
}

/** What may be tried again is so for many reasons, such as a file that cannot be had. */
function isOfLedger(error: unknown): boolean {
  const cause = error instanceof RetryableError ? error.cause : error
  return !(cause instanceof RetryableError) && isConnectionTrouble(cause)
}
