import { RetryableError } from './errors.ts'

/** A few places for many: whoever finds none waits, in the order of coming. */
export type Places = {
  /**
   * Resolves with what gives the place back, once there is one.
   * @param options.who for whom: nobody has more than `each` at a time, and those behind them go ahead; default nobody in particular
   * @param options.withinMs how long to wait at most, in milliseconds; by default as long as it takes
   * @throws RetryableError when there is none by then
   */
  readonly take: (options?: { readonly who?: string; readonly withinMs?: number }) => Promise<() => void>
}

type Waiting = { readonly who: string | null; readonly goIn: () => void }

/**
 * @param count how many may be in at a time
 * @param options.each how many of them may be for one and the same; default all
 */
export function createPlaces(count: number, { each = count }: { readonly each?: number } = {}): Places {
  const waiting = new Set<Waiting>()
  const held = new Map<string, number>()
  let left = count

  function letIn(): void {
    while (left > 0) {
      const next = waiting.values().find(({ who }) => who === null || (held.get(who) ?? 0) < each)
      if (next === undefined) return
      waiting.delete(next)
      left -= 1
      if (next.who !== null) held.set(next.who, (held.get(next.who) ?? 0) + 1)
      next.goIn()
    }
  }

  function leave(who: string | null): void {
    left += 1
    const others = who === null ? 0 : (held.get(who) ?? 0) - 1
    if (who !== null && others > 0) held.set(who, others)
    else if (who !== null) held.delete(who)
    letIn()
  }

  return {
    take: async ({ who = null, withinMs }: { readonly who?: string | null; readonly withinMs?: number } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const here = { who, goIn: resolve }
      waiting.add(here)
      const giveUp = (): void => {
        waiting.delete(here)
        reject(new RetryableError('step_timeout', 'There was no place in time', { retryAfterMs: 1000 }))
      }
      const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs)
      letIn()
      await promise
      clearTimeout(timer)
      return () => leave(who)
    },
  }
}
