import type { Logger } from 'pino'
import type { StepEvent } from './run.ts'
import { isRefusal } from './step-failure.ts'

/** Logs a step that failed: a refusal, which is ordinary, as news; anything else as a warning with its error. */
export function logFailedStep(
  log: Pick<Logger, 'info' | 'warn'>,
  command: { readonly commandId: string; readonly chat: string },
  { step, code, error }: Extract<StepEvent, { kind: 'failed' }>,
): void {
  const failed = { event: 'step.failed', ...command, step, code }
  if (isRefusal(code)) log.info(failed, 'step refused')
  else log.warn({ ...failed, err: error }, 'step failed')
}
