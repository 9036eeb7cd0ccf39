import type { ReasonCode } from '../../envelope/lifecycle.ts'
import { storableText } from '../../storable.ts'
import { errorCodeOf, isOurs, RetryableError, type ErrorCode } from '../../errors.ts'
import { systemCodeOf } from '../../system-error.ts'

/** What a service outside answered, in its own words, for people; `status` is `null` when it gave no answer. */
export type Said = {
  readonly service: string
  readonly status: number | null
  readonly message: string
  /** It did not take a value, or a rule of its own does not allow it: not what the command's `unmet` speaks of. */
  readonly refused?: 'value' | 'rule'
}

/** Why a step did not succeed. */
export type StepFailure = {
  readonly step: string
  readonly code: ErrorCode
  readonly explanation: string
  readonly said?: Said
  /** What it needs does not answer just now: the same may go well later. */
  readonly passing?: true
}

/** The service that an action spoke to may have done what it was asked. The message is for people and holds no secret. */
export class EffectUnknown extends Error {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  constructor(
    code: string,
    message: string,
    details: { readonly params: EffectUnknown['params']; readonly cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'EffectUnknown'
    this.code = code
    this.params = details.params
  }
}

/** A failure that certainly changed nothing. */
export function certainFailure(step: string, error: unknown): StepFailure {
  return {
    step,
    code: errorCodeOf(error),
    explanation: explain(error),
    ...saidBy(error),
    ...(error instanceof RetryableError ? { passing: true } : {}),
  }
}

/** A failure after which something may have changed: for a person to settle (invariant 4). */
export function unclearFailure(step: string, error: unknown): StepFailure {
  return {
    step,
    code: 'effect_unknown',
    explanation: `It cannot be told whether "${step}" changed something: ${explain(error)}`,
    ...saidBy(error),
  }
}

function saidBy(error: unknown): Pick<StepFailure, 'said'> {
  const { service, status, message } = paramsOf(error)
  const refused = refusedBy(error)
  if (typeof service !== 'string') return {}
  return {
    said: {
      service,
      status: typeof status === 'number' ? status : null,
      message: typeof message === 'string' ? storableText(message) : '',
      ...(refused === undefined ? {} : { refused }),
    },
  }
}

/** What of a service's refused it, where the error says so: a value that does not fit, or a rule. */
export function refusedBy(error: unknown): Said['refused'] {
  const { refused } = paramsOf(error)
  return refused === 'value' || refused === 'rule' ? refused : undefined
}

function paramsOf(error: unknown): EffectUnknown['params'] {
  return isOurs(error) || error instanceof EffectUnknown ? error.params : {}
}

/** Only our own messages are known to hold no secret; of anything else the name and code are told. */
export function explain(error: unknown): string {
  if (isOurs(error) || error instanceof EffectUnknown) return storableText(error.message)
  if (!(error instanceof Error)) return 'it threw what is no error'
  const code = systemCodeOf(error)
  return code === undefined ? error.name : `${error.name} ${code}`
}

const reasons: Partial<Record<ErrorCode, ReasonCode>> = {
  precondition_failed: 'precondition_failed',
  rows_unexpected: 'precondition_failed',
  file_missing: 'precondition_failed',
  file_exists: 'precondition_failed',
  path_outside: 'precondition_failed',
  step_timeout: 'timed_out',
  effect_unknown: 'effect_unknown',
  digest_mismatch: 'digest_mismatch',
}

/** The reason that an outcome gives for the code of a failed step. */
export function reasonOf(code: ErrorCode): ReasonCode {
  return reasons[code] ?? 'action_failed'
}

/** Whether a step only found the world not as it needs it: nothing is wrong with Sayso, and the person is told. */
export function isRefusal(code: ErrorCode): boolean {
  return reasonOf(code) === 'precondition_failed'
}
