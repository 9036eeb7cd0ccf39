import type { Logger } from 'pino'
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
  const told = new Map<string, { readonly at: number; readonly times: number }>()
  return (event, error, about, words) => {
    if (!isConnectionTrouble(error)) return log.warn({ event, ...about, err: error }, words)
    const { at, times } = told.get(event) ?? { at: Number.NEGATIVE_INFINITY, times: 0 }
    const isDue = now() - at >= everyMs
    told.set(event, { at: isDue ? now() : at, times: isDue ? 0 : times + 1 })
    if (isDue) log.warn({ event, ...about, ...(times > 0 && { times: times + 1 }), err: error }, words)
  }
}
