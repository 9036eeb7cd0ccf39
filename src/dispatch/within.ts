import { RetryableError } from '../errors.ts'

/** How soon it is worth asking again after the queue was out of reach. */
const retryAfterMs = 1_000

/**
 * Waits for work on the queue's side, at most `limitMs`. Whatever goes wrong there, and silence, becomes one
 * `RetryableError('queue_unavailable')` that keeps the cause: the caller never has to know which driver lies below.
 */
export async function within<T>(limitMs: number, what: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work(), silence])
  } catch (error) {
    throw new RetryableError('queue_unavailable', `Cannot ${what}: ${messageOf(error)}`, { cause: error, retryAfterMs })
  } finally {
    clearTimeout(timer)
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
