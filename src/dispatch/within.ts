import { RetryableError } from '../errors.ts'

/** How soon it is worth asking again after the queue was out of reach. */
const retryAfterMs = 1_000

/** Into how many parts a limit is cut. */
const parts = 10

/**
 * Waits for work on the queue's side, at most `limitMs`. Whatever goes wrong there, and silence, becomes one
 * `RetryableError('queue_unavailable')` that keeps the cause: the caller never has to know which driver lies below.
 *
 * The limit is counted in parts as they pass here. A process that was busy, or had no processor, could hear nothing: that
 * is one part at most, however long it was, and what came meanwhile is heard before the next one.
 * @param work is handed a signal that is aborted once nobody waits for it any more
 */
export async function within<T>(limitMs: number, what: string, work: (over: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let left = parts
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      left -= 1
      if (left > 0) return
      over.abort()
      reject(new Error(`No answer within ${limitMs} ms`))
    }, limitMs / parts)
  })
  try {
    return await Promise.race([work(over.signal), silence])
  } catch (error) {
    throw new RetryableError('queue_unavailable', `Cannot ${what}: ${messageOf(error)}`, { cause: error, retryAfterMs })
  } finally {
    clearInterval(timer)
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
