import { TerminalError } from '../../errors.ts'
import { askProbe } from './ask-probe.ts'
import type { JournalEntry } from './journal.ts'
import type { PlannedStep } from '../plan/plan-chain.ts'
import { beginStep, recordDone, recordFailure } from './run-step.ts'
import { actionOf, type Run } from './run.ts'
import { toStorable } from '../../storable.ts'
import { unclearFailure } from './step-failure.ts'

/**
 * Settles a step that an earlier run began and did not finish (invariant 4): what is safe to repeat runs again; else
 * its action is asked. After another step has failed, nothing runs again that is known not to have happened.
 */
export async function resumeStep(run: Run, planned: PlannedStep): Promise<void> {
  const intent = run.begun.get(planned.name)
  if (intent === undefined) throw new TypeError(`Step "${planned.name}" has not begun`)
  const action = actionOf(run, planned)
  const failed = run.failures.length > 0
  if (action.effect === 'none') {
    if (!failed) await beginStep(run, planned, intent.meta)
  } else if (action.repeat === 'safe') {
    await beginStep(run, planned, intent.meta, 'maybe')
  } else {
    const verdict = await askProbe(run, planned, intent)
    if (verdict.kind === 'happened') await recordDone(run, planned, toStorable(verdict.output))
    else if (verdict.kind === 'unknown')
      await recordFailure(run, planned, unclearFailure(planned.name, whyUnclear(intent)))
    else if (run.failures.length === 0) await beginStep(run, planned, intent.meta)
  }
  run.begun.delete(planned.name)
}

function whyUnclear({ asking }: Extract<JournalEntry, { kind: 'intent' }>): TerminalError {
  const why =
    asking === undefined
      ? 'the worker that ran it ended before it could store the result'
      : 'it got no clear answer for as long as it was asked again'
  return new TerminalError('interrupted', why)
}
