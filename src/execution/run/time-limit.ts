import { TerminalError } from '../../errors.ts'

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

/** How a piece of work ended; `hung`: it went on past its time and did not heed the signal, and `ended` resolves when it has ended after all. */
export type Settled<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'hung'; readonly ended: Promise<void> }

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
  const { promise, resolve } = Promise.withResolvers<Settled<Value>>()
  let grace: NodeJS.Timeout | undefined
  const wait = (): void => void (grace = setTimeout(() => resolve({ kind: 'hung', ended }), ABORT_GRACE_MS))
  signal.addEventListener('abort', wait, { once: true })
  const ended = (async () => work())().then(
    (value) => resolve({ kind: 'value', value }),
    (error: unknown) => resolve({ kind: 'error', error }),
  )
  const settled = await promise
  signal.removeEventListener('abort', wait)
  clearTimeout(grace)
  return settled
}
