import { errorMessage } from '../../error-message.ts'
import { describeSystemError } from '../explain-system-error.ts'

/** What one look of `sayso doctor` has found. */
export type Finding = {
  /** What was looked at: `Redis`. */
  readonly what: string
  /** `warn`: it runs, and something is worth knowing. `bad`: something must be mended. */
  readonly state: 'ok' | 'warn' | 'bad'
  readonly says: string
  /** What to do about it; absent where nothing is to be done. */
  readonly cure?: string
}

/** A part that does not answer within this time is found bad, in milliseconds; a Postgres that must recover first takes longest. */
const lookWithinMs = 60_000

/** Looks, and makes a finding of whatever is thrown or takes too long. */
export async function look(
  what: string,
  cure: string,
  find: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${lookWithinMs / 1000} s`)), lookWithinMs)
  })
  try {
    return await Promise.race([find(), silence])
  } catch (error) {
    return [{ what, state: 'bad', ...(describeSystemError(error) ?? { says: errorMessage(error), cure }) }]
  } finally {
    clearTimeout(timer)
  }
}
