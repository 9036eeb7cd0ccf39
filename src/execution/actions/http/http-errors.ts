import { isOurs, RetryableError, TerminalError, UserError } from '../../../errors.ts'
import { EffectUnknown } from '../../run/step-failure.ts'
import { answerMessage } from './http-answer.ts'
import { NoAnswer, type HttpAnswer } from './http-exchange.ts'
import type { KnownService } from './http-services.ts'

const RETRY_AFTER_MS = 250
const MAX_RETRY_AFTER_MS = 60_000

/** Not reached, and perhaps reached later; what else fails before anything was sent stays as it is. */
const passing = new Set('ECONNREFUSED ECONNRESET ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN EPIPE EMFILE'.split(' '))

/** What it means when there was no answer to a request that `changes` things or does not. */
export function noAnswerError(error: unknown, service: KnownService, changes: boolean, signal: AbortSignal): Error {
  if (!(error instanceof NoAnswer)) return error instanceof Error ? error : new Error('No answer', { cause: error })
  // Refused by our own rules while it was connecting: that says what it is itself.
  if (isOurs(error.cause)) return error.cause
  const details = { params: { service: service.name }, cause: error }
  const late = `${service.name} did not answer in time`
  if (error.sent && changes)
    return new EffectUnknown(
      error.code,
      signal.aborted ? late : `${service.name} gave no answer (${error.code})`,
      details,
    )
  if (signal.aborted) return new TerminalError('step_timeout', late, details)
  const text = `${service.name} ${error.sent ? 'broke off its answer' : 'cannot be reached'} (${error.code})`
  return error.sent || passing.has(error.code)
    ? later(text, details)
    : new TerminalError('action_failed', text, details)
}

/** Whether a request reads, changes something, or asks once more with its key what came of a change. */
export type Asking = 'read' | 'change' | 'change again'

/** What an answer means whose status is not one that was expected. */
export function refusalError(answer: HttpAnswer, service: KnownService, asks: Asking): Error {
  const changes = asks !== 'read'
  const { status } = answer
  const message = answerMessage(answer, service.hiddenInWords)
  const text = `${service.name} answered ${status}${message === '' ? '' : `: ${message}`}`
  const params = { service: service.name, status, message }
  if (status < 400) {
    if (changes) return new EffectUnknown(`HTTP_${status}`, text, { params })
    return new TerminalError('action_failed', `${service.name} answered ${status} and wants to send us elsewhere`, {
      params,
    })
  }
  const wait = { retryAfterMs: retryAfterOf(answer), params }
  if (status >= 500) return changes ? new EffectUnknown(`HTTP_${status}`, text, { params }) : later(text, wait)
  // A request with this key may be being done just now; the first one with it is refused.
  if (status === 409 && asks === 'change again') return new EffectUnknown('HTTP_409', text, { params })
  if (status === 408 || status === 425 || status === 429) return later(text, wait)
  if (status === 401 || status === 403) return new TerminalError('action_failed', text, { params })
  const unmet = status === 404 || status === 409 || status === 410 || status === 412
  return new UserError(unmet ? 'precondition_failed' : 'action_failed', text, { params })
}

/** Seconds or a date (RFC 9110 10.2.3), within reason. */
function retryAfterOf({ headers }: HttpAnswer): number {
  const given = headers['retry-after']
  if (given === undefined) return RETRY_AFTER_MS
  const ms = /^\d+$/u.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, RETRY_AFTER_MS), MAX_RETRY_AFTER_MS) : RETRY_AFTER_MS
}

function later(message: string, details: Partial<ConstructorParameters<typeof RetryableError>[2]>): RetryableError {
  return new RetryableError('action_failed', message, { retryAfterMs: RETRY_AFTER_MS, ...details })
}
