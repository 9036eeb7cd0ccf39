import { setTimeout as sleep } from 'node:timers/promises'
import { errorCodeOf, isOurs, RetryableError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import type { Action } from '../action.ts'
import { EffectUnknown } from './step-failure.ts'
import { settleWithin, type Settled, type TimeLimit } from './time-limit.ts'

/** How an action ended. */
export type Performance =
  | { readonly kind: 'done'; readonly output: Json }
  /** Nothing was changed. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Something may have been changed; `hung`: and may be even now, until that resolves. */
  | { readonly kind: 'unclear'; readonly error: unknown; readonly hung: Promise<void> | null }
  /** Nothing was changed, and the worker stops. */
  | { readonly kind: 'stopped' }

export type PerformOptions = {
  readonly limit: TimeLimit
  /** How often a `RetryableError` is followed by another try. */
  readonly retries: number
  /** Aborted when the worker stops. */
  readonly stop: AbortSignal
}

/** Runs an action within its time, again while it says that it may pass later and may safely be run again. */
export async function performAction(
  action: Pick<Action, 'effect' | 'repeat'>,
  run: () => Promise<Json>,
  options: PerformOptions,
): Promise<Performance> {
  const mayRepeat = action.effect === 'none' || action.repeat === 'safe'
  for (let left = mayRepeat ? options.retries : 0; ; left -= 1) {
    const settled = await settleWithin(options.limit, run)
    const delayMs = left > 0 ? retryDelay(settled, options.limit) : null
    if (delayMs === null) return judge(action, settled, options.limit)
    if (!(await pause(delayMs, options))) return { kind: 'stopped' }
  }
}

/** `null` when there is no sense in another try. */
function retryDelay(settled: Settled<Json>, { deadline, signal }: TimeLimit): number | null {
  if (settled.kind !== 'error' || !(settled.error instanceof RetryableError) || signal.aborted) return null
  const { retryAfterMs } = settled.error
  return Date.now() + retryAfterMs < deadline ? retryAfterMs : null
}

/** False when the worker stops meanwhile. */
async function pause(delayMs: number, { stop, limit }: PerformOptions): Promise<boolean> {
  try {
    await sleep(delayMs, undefined, { signal: AbortSignal.any([stop, limit.signal]) })
  } catch {
    return !stop.aborted
  }
  return true
}

function judge(action: Pick<Action, 'effect'>, settled: Settled<Json>, { signal }: TimeLimit): Performance {
  if (settled.kind === 'value') return { kind: 'done', output: settled.value }
  const isLate = signal.aborted && errorCodeOf(signal.reason) === 'step_timeout'
  const isTold = settled.kind === 'error' && (!isLate || settled.error instanceof EffectUnknown)
  const error: unknown = isTold ? settled.error : signal.reason
  const certain = settled.kind === 'error' && isOurs(settled.error)
  if (certain || action.effect === 'none') return { kind: 'failed', error }
  return { kind: 'unclear', error, hung: settled.kind === 'hung' ? settled.ended : null }
}
