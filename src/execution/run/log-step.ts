import type { Logger } from 'pino'
import type { StepEvent } from './run.ts'
import { isRefusal, refusedBy } from './step-failure.ts'

/**
 * Logs what is worth a line of a step: that it failed, with the reference that whoever asked can tell (a refusal, which is ordinary, as
 * news; anything else as a warning with its error, also a value that did not fit, which may be one that no person gave); and where nobody
 * knows what came of it, that it is asked again and that it is known at last.
 */
export function logStep(
  log: Pick<Logger, 'info' | 'warn'>,
  command: { readonly commandId: string; readonly chat: string },
  event: StepEvent,
): void {
  const { step } = event
  switch (event.kind) {
    case 'started':
    case 'done':
      return
    case 'failed': {
      const failed = { event: 'step.failed', ...command, ref: event.ref, step, code: event.code }
      if (isRefusal(event.code) && refusedBy(event.error) !== 'value') log.info(failed, 'step refused')
      else log.warn({ ...failed, err: event.error }, 'step failed')
      return
    }
    case 'asked_again': {
      const until = event.until === null ? null : new Date(event.until)
      const asked = { event: 'step.asked_again', ...command, step, until, err: event.error }
      log.warn(asked, 'nobody knows yet what came of the step; it is asked again')
      return
    }
    case 'answered':
      log.info({ event: 'step.answered', ...command, step }, 'it is known what came of the step')
  }
}
