import { errorCodeOf, RetryableError, TerminalError } from '../../errors.ts'
import type { OutsideEvent } from '../plan/dependencies.ts'
import type { Outcome } from './outcome.ts'
import type { PlannedStep } from '../plan/plan-chain.ts'
import { recallPlan } from '../plan/recall-plan.ts'
import { refuseRun } from './refuse-run.ts'
import { resumeStep } from './resume-step.ts'
import { completeStep, runStep } from './run-step.ts'
import { outcomeOf, restoreRun, type OutsideEvents, type Run, type RunOptions } from './run.ts'
import { schedule } from '../plan/schedule.ts'

/**
 * Runs a chain, or goes on with it where its journal says that it stands. Steps that are ready run in parallel, begun
 * in array order. When one fails no other is started, and those that run are waited for.
 * @throws RetryableError `interrupted` when `signal` was aborted before the end: the run can be resumed
 * @throws what the journal throws, `fenced` among it, and RetryableError when a probe cannot answer yet
 */
export async function runChain(options: RunOptions): Promise<Outcome> {
  const entries = await options.journal.read()
  const planned = recallPlan(options.chain, {
    actions: options.actions,
    outsideDomains: options.outsideEvents?.domains ?? [],
  })
  // Its catalogue was another one.
  if (planned.kind === 'problems') {
    const problems = planned.problems.map(({ message }) => message).join('; ')
    return refuseRun(options, entries, {
      reason: 'action_failed',
      explanation: `The chain cannot be run: ${problems}`,
    })
  }
  const run = restoreRun(options, planned.plan, entries)
  await createDriver(run).drive()
  return conclude(run)
}

function conclude(run: Run): Outcome {
  const settled = run.failures.length > 0 && run.begun.size === 0
  const { state } = schedule(run.plan, run.history)
  if (settled || state === 'done') return outcomeOf(run)
  if (!run.options.signal.aborted) throw new TerminalError('chain_invalid', 'No step of the chain can go on')
  throw new RetryableError('interrupted', 'The worker stops; the run goes on elsewhere', { retryAfterMs: 0 })
}

type Driver = { readonly drive: () => Promise<void> }

function createDriver(run: Run): Driver {
  const running = new Map<string, Promise<void>>()
  const launched = new Set<string>()
  const waits = new AbortController()
  let interruption: { readonly error: unknown } | null = null

  const interrupt = (error: unknown): void => {
    interruption ??= { error }
    if (errorCodeOf(error) === 'fenced') run.takenOver.abort(error)
  }
  const launch = (key: string, work: () => Promise<void>): void => {
    if (launched.has(key)) return
    launched.add(key)
    const ended = work()
      .catch(interrupt)
      .finally(() => running.delete(key))
    running.set(key, ended)
  }
  const launchAll = (): void => {
    const { ready, waiting, completing } = schedule(run.plan, run.history)
    for (const step of ready) {
      if (run.begun.has(step.name)) launch(step.name, () => resumeStep(run, step))
    }
    for (const step of completing) launch(`complete ${step.name}`, () => complete(run, step))
    if (run.failures.length > 0) return
    for (const step of ready) launch(step.name, () => runStep(run, step))
    const { outsideEvents } = run.options
    if (outsideEvents === undefined) return
    for (const wait of waiting) {
      launch(`wait ${wait.step.name} ${wait.for.event}`, () => awaitEvent(run, outsideEvents, wait, waits.signal))
    }
  }
  const mayGoOn = (): boolean => interruption === null && !run.options.signal.aborted

  return {
    drive: async () => {
      for (;;) {
        if (mayGoOn()) launchAll()
        if (!mayGoOn() || run.failures.length > 0) waits.abort()
        if (running.size === 0) break
        await Promise.race(running.values())
      }
      if (interruption !== null) throw interruption.error
    },
  }
}

async function complete(run: Run, step: PlannedStep): Promise<void> {
  await completeStep(run, step, run.performed.get(step.name) ?? null)
}

async function awaitEvent(
  run: Run,
  source: OutsideEvents,
  { step, for: wanted }: { readonly step: PlannedStep; readonly for: OutsideEvent },
  over: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([over, run.options.signal])
  try {
    await source.wait({ ...wanted, step: step.name }, signal)
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  run.history.push({ kind: 'event', event: wanted.event, domain: wanted.domain })
}
