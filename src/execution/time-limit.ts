import { setTimeout as sleep } from 'node:timers/promises'
import { TerminalError } from '../errors.ts'

/** How long an aborted action may take to say what became of it, in milliseconds. */
export const ABORT_GRACE_MS = 1000

/** The time that one step has. */
export type TimeLimit = {
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly deadline: number
  /** Always called: lets go of the timer. */
  readonly end: () => void
}

/** How a piece of work ended; `hung`: it went on past its time and did not heed the signal. */
export type Settled<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'hung' }

/** Starts the time of a step; it is also over when `outer` is aborted. */
export function startTimeLimit(limitMs: number, outer: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const expired = (): void =>
    controller.abort(new TerminalError('step_timeout', `The step took longer than ${limitMs} ms`))
  const forward = (): void => controller.abort(outer.reason)
  const timer = setTimeout(expired, limitMs)
  if (outer.aborted) forward()
  outer.addEventListener('abort', forward, { once: true })
  return {
    signal: controller.signal,
    deadline: Date.now() + limitMs,
    end: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', forward)
    },
  }
}

/** Waits for work until the limit and a little longer, so that what it says about its end is heard. */
export async function settleWithin<Value>(limit: TimeLimit, work: () => Promise<Value>): Promise<Settled<Value>> {
  const { signal } = limit
  if (signal.aborted) return { kind: 'error', error: signal.reason }
  const over = new AbortController()
  const settled = (async () => work())().then(
    (value): Settled<Value> => ({ kind: 'value', value }),
    (error: unknown): Settled<Value> => ({ kind: 'error', error }),
  )
  const hung = aborted(signal, over.signal)
    .then(() => sleep(ABORT_GRACE_MS, undefined, { signal: over.signal }))
    .then(
      (): Settled<Value> => ({ kind: 'hung' }),
      (): Settled<Value> => ({ kind: 'hung' }),
    )
  try {
    return await Promise.race([settled, hung])
  } finally {
    over.abort()
  }
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over })
    over.addEventListener('abort', () => reject(new Error('The work is over')), { once: true })
  })
}
