import { errorCodeOf, RetryableError, TerminalError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import { isConnectionTrouble } from '../../ledger/connection-trouble.ts'
import type { Action } from '../action.ts'
import { askProbe } from './ask-probe.ts'
import { outputProblem } from '../templates/output-problems.ts'
import { performAction, type Performance } from './perform-action.ts'
import type { PlannedStep } from '../plan/plan-chain.ts'
import { actionOf, contextOf, nameOf, noteFinished, notePerformed, type Run } from './run.ts'
import { isStorable, toStorable } from '../../storable.ts'
import { certainFailure, EffectUnknown, explain, unclearFailure, type StepFailure } from './step-failure.ts'
import { renderMessage, renderTemplates } from '../templates/template.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'
import { renderedMetaProblems } from '../templates/validate-meta.ts'

/** How often a step that may safely be repeated is tried again. */
export const DEFAULT_RETRIES = 2

/**
 * Runs a step that has not begun: templates, check, `prepare`, intent, action, result. What fails is noted in the run
 * and the journal; it rejects only when the journal does, or when a probe must be asked again later.
 */
export async function runStep(run: Run, planned: PlannedStep): Promise<void> {
  const previousStart = run.lastStart
  const start = Promise.withResolvers<void>()
  run.lastStart = start.promise
  let meta: JsonObject
  try {
    await previousStart
    meta = await renderMeta(run, planned)
    const message = await renderMessage(planned.message, scopeOf(run))
    run.options.onStep?.({ kind: 'started', ...nameOf(run, planned), message })
  } catch (error) {
    return recordFailure(run, planned, certainFailure(planned.name, error), error)
  } finally {
    start.resolve()
  }
  return beginStep(run, planned, meta)
}

/**
 * From `prepare` on; also for a step that an earlier run began. Where that one may have had its effect, no failure of
 * this one says that nothing was changed.
 */
export async function beginStep(
  run: Run,
  planned: PlannedStep,
  meta: JsonObject,
  earlier: 'nothing' | 'maybe' = 'nothing',
): Promise<void> {
  const action = actionOf(run, planned)
  const limitMs = Math.max(run.options.limits.stepTimeoutMs, action.timeLimitMs ?? 0)
  const limit = startTimeLimit(limitMs, run.takenOver.signal)
  try {
    const context = contextOf(run, planned, limit)
    const preparing = await perform(run, { effect: 'none', repeat: 'safe' }, limit, async () =>
      action.prepare === undefined ? null : action.prepare(meta, context),
    )
    if (preparing.kind !== 'done') return await conclude(run, planned, preparing, earlier)
    const prepared = toStorable(preparing.output)
    await run.options.journal.write({ kind: 'intent', step: planned.name, meta, prepared })
    const performance = await perform(run, action, limit, () => action.run(meta, context))
    await conclude(run, planned, await clarify(run, planned, performance, meta, prepared), earlier)
  } finally {
    limit.end()
  }
}

function perform(
  run: Run,
  action: Pick<Action, 'effect' | 'repeat'>,
  limit: TimeLimit,
  work: () => Promise<Json>,
): Promise<Performance> {
  const retries = run.options.limits.retries ?? DEFAULT_RETRIES
  return performAction(action, work, { limit, retries, stop: run.options.signal })
}

/** An action that has ended without saying how can be asked at once; one that still goes on cannot. */
async function clarify(
  run: Run,
  planned: PlannedStep,
  performance: Performance,
  meta: JsonObject,
  prepared: Json,
): Promise<Performance> {
  if (performance.kind !== 'unclear' || performance.hung !== null || run.takenOver.signal.aborted) return performance
  const verdict = await askProbe(run, planned, { meta, prepared })
  if (verdict.kind === 'happened') return { kind: 'done', output: verdict.output }
  if (verdict.kind === 'unknown') return performance
  return { kind: 'failed', error: didNotHappen(performance.error) }
}

/**
 * The same error as one that changed nothing: what may pass later still may, and what a service said is still told. A commit that was
 * not answered is the driver's own error: its connection may be back later.
 */
function didNotHappen(cause: unknown): TerminalError | RetryableError {
  const message = `Nothing was changed: ${explain(cause)}`
  if (!(cause instanceof EffectUnknown) && !(cause instanceof RetryableError))
    return isConnectionTrouble(cause)
      ? new RetryableError('action_failed', message, { cause, retryAfterMs: 0 })
      : new TerminalError('action_failed', message, { cause })
  const { params } = cause
  const { status } = params
  // A service that wants to send us elsewhere goes on doing so.
  const isPassing = typeof status !== 'number' || status >= 400
  return isPassing
    ? new RetryableError('action_failed', message, { cause, params, retryAfterMs: 0 })
    : new TerminalError('action_failed', message, { cause, params })
}

async function conclude(
  run: Run,
  planned: PlannedStep,
  performance: Performance,
  earlier: 'nothing' | 'maybe',
): Promise<void> {
  switch (performance.kind) {
    case 'done':
      return recordDone(run, planned, toStorable(performance.output))
    case 'failed':
    case 'unclear': {
      const { kind, error } = performance
      const failure =
        kind === 'failed' && earlier === 'nothing'
          ? certainFailure(planned.name, error)
          : unclearFailure(planned.name, error)
      return recordFailure(run, planned, failure, error).catch((cause: unknown) => {
        const hung = kind === 'unclear' ? performance.hung : null
        if (hung !== null && errorCodeOf(cause) !== 'fenced') run.options.onLeftOpen?.(hung)
        throw cause
      })
    }
    case 'stopped':
      if (earlier === 'maybe') throw new RetryableError('interrupted', 'The worker stops', { retryAfterMs: 0 })
      return undefined
  }
}

/** Notes and stores that the action of a step is done; the step is complete unless it waits for its event now. */
export async function recordDone(run: Run, planned: PlannedStep, output: Json): Promise<void> {
  if (planned.awaits === null) return completeStep(run, planned, output)
  await run.options.journal.write({ kind: 'done', step: planned.name, output, yielded: [] })
  notePerformed(run, planned, output)
}

/** Notes and stores that a step is complete: its events are emitted. */
export async function completeStep(run: Run, planned: PlannedStep, output: Json): Promise<void> {
  await run.options.journal.write({ kind: 'done', step: planned.name, output, yielded: planned.step.yield })
  noteFinished(run, planned, output)
  run.options.onStep?.({ kind: 'done', ...nameOf(run, planned), output })
}

/** Notes and stores that a step failed, for good. */
export async function recordFailure(
  run: Run,
  planned: PlannedStep,
  failure: StepFailure,
  error?: unknown,
): Promise<void> {
  // Noted first, so that no further step starts while it is being stored.
  run.failures.push(failure)
  await run.options.journal.write({ kind: 'failed', ...failure })
  const { ref } = run.options.command
  run.options.onStep?.({ kind: 'failed', ...nameOf(run, planned), ref, code: failure.code, error })
}

async function renderMeta(run: Run, planned: PlannedStep): Promise<JsonObject> {
  // An object renders to an object.
  const meta = (await renderTemplates(planned.meta, scopeOf(run))) as JsonObject
  const unusable = outputProblem(planned.meta, scopeOf(run), meta)
  if (unusable !== null) throw new TerminalError('action_invalid', unusable)
  const [problem] = renderedMetaProblems(actionOf(run, planned), meta)
  if (problem !== undefined) throw new TerminalError('action_invalid', `The parameters do not fit: ${problem}`)
  if (!isStorable(meta)) throw new TerminalError('action_invalid', 'The parameters hold a character that no text has')
  return meta
}

function scopeOf({ options, outputs }: Run): Parameters<typeof renderTemplates>[1] {
  const steps = Object.fromEntries(outputs.map(({ step, output }) => [step, { output }]))
  const { args, command, actor } = options
  return { args, steps, command, ...(actor === undefined ? {} : { actor }) }
}
