import { RetryableError } from './errors.ts'

/** A few places for many: whoever finds none waits, in the order of coming. */
export type Places = {
  /**
   * Resolves with what gives the place back, once there is one.
   * @param withinMs how long to wait at most, in milliseconds; by default as long as it takes
   * @throws RetryableError when there is none by then
   */
  readonly take: (withinMs?: number) => Promise<() => void>
}

/** @param count how many may be in at a time */
export function createPlaces(count: number): Places {
  const waiting = new Set<() => void>()
  let left = count
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) left += 1
    else next()
  }
  async function wait(withinMs: number | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    const come = () => {
      clearTimeout(timer)
      waiting.delete(come)
      resolve()
    }
    waiting.add(come)
    if (withinMs !== undefined)
      timer = setTimeout(() => {
        waiting.delete(come)
        reject(new RetryableError('step_timeout', 'There was no place in time', { retryAfterMs: 1000 }))
      }, withinMs)
    await promise
  }
  return {
    take: async (withinMs) => {
      if (left > 0) left -= 1
      else await wait(withinMs)
      return leave
    },
  }
}
