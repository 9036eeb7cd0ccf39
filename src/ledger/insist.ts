/**
 * What only this process knows must not be lost because the ledger is away for a moment: restarting Postgres, or turning to
 * its replica, takes seconds.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { mayPass } from './connection-trouble.ts'

/** For how long it is tried again after the first trouble, in milliseconds. */
const patienceMs = 30_000
/** How long to wait before the second attempt; before each further one twice as long, up to the longest. In milliseconds. */
const firstWaitMs = 250
const longestWaitMs = 2000

/**
 * Does work on the ledger again until it succeeds, half a minute at most. Of an attempt that failed nobody may have heard that it
 * was committed: the work must be such that it changes nothing when it is done twice, or find out with the number of the attempt,
 * which is 1 at first.
 * @param signal ends the waiting: then one last attempt is made
 * @throws what cannot pass, at once; what the last attempt threw
 */
export async function insist<Result>(
  work: (attempt: number) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let givenUpAt: number | undefined
  for (let attempt = 1, waitMs = firstWaitMs; ; attempt += 1, waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work(attempt)
    } catch (error) {
      givenUpAt ??= Date.now() + patienceMs
      if (!mayPass(error) || signal?.aborted === true || Date.now() + waitMs > givenUpAt) throw error
    }
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
