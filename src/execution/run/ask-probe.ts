import { RetryableError } from '../../errors.ts'
import type { ProbeVerdict } from '../action.ts'
import type { JournalEntry } from './journal.ts'
import type { PlannedStep } from '../plan/plan-chain.ts'
import { actionOf, contextOf, nameOf, type Run } from './run.ts'
import { settleWithin, startTimeLimit } from './time-limit.ts'

/** What is known of a step whose action is asked. */
type Begun = Pick<Extract<JournalEntry, { kind: 'intent' }>, 'meta' | 'prepared' | 'asking'>

/** What is known at last. */
export type Told = Exclude<ProbeVerdict, { kind: 'later' }>

/**
 * Asks an action whether its effect happened. That it could not tell yet is kept in the journal, so that people can see it, and
 * is said once.
 * @throws RetryableError `asked_again` when it cannot be told now and may be later
 */
export async function askProbe(run: Run, planned: PlannedStep, begun: Begun): Promise<Told> {
  const verdict = await verdictOf(run, planned, begun)
  if (verdict.kind !== 'later') {
    if (begun.asking !== undefined && verdict.kind !== 'unknown')
      run.options.onStep?.({ kind: 'answered', ...nameOf(run, planned) })
    return verdict
  }
  const { until, cause } = verdict
  if (begun.asking === undefined) {
    const { meta, prepared } = begun
    await run.options.journal.write({ kind: 'intent', step: planned.name, meta, prepared, asking: { until } })
    run.options.onStep?.({ kind: 'asked_again', ...nameOf(run, planned), until, error: cause })
  }
  throw new RetryableError('asked_again', `Nobody knows yet what came of "${planned.name}"`, { cause, retryAfterMs: 0 })
}

type Verdict = Told | { readonly kind: 'later'; readonly until: number | null; readonly cause?: unknown }

async function verdictOf(run: Run, planned: PlannedStep, { meta, prepared, asking }: Begun): Promise<Verdict> {
  const { probe } = actionOf(run, planned)
  if (probe === undefined) return { kind: 'unknown' }
  // What only looks has no end of its own, and nothing happens by it.
  if (typeof asking?.until === 'number' && (await run.options.isAskingEnded?.()) === true) return { kind: 'unknown' }
  const limit = startTimeLimit(run.options.limits.stepTimeoutMs, run.takenOver.signal)
  try {
    const settled = await settleWithin(limit, () => probe(meta, contextOf(run, planned, limit), prepared))
    if (settled.kind === 'value') return settled.value
    if (settled.kind === 'error' && settled.error instanceof RetryableError)
      return { kind: 'later', until: null, cause: settled.error }
    return { kind: 'unknown' }
  } finally {
    limit.end()
  }
}
