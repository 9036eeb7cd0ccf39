import type { Json, JsonObject } from '../../json.ts'
import type { Action, ActionContext, Actions } from '../action.ts'
import type { Chain } from '../plan/chain.ts'
import type { OutsideEvent } from '../plan/dependencies.ts'
import type { Asking, Journal, JournalEntry } from './journal.ts'
import type { Outcome, Reached } from './outcome.ts'
import type { Plan, PlannedStep } from '../plan/plan-chain.ts'
import { reachedSteps } from '../plan/reached-steps.ts'
import type { Happening } from '../plan/schedule.ts'
import { reasonOf, type StepFailure } from './step-failure.ts'
import type { TemplateActor } from '../templates/template.ts'
import type { TimeLimit } from './time-limit.ts'
import { errorCodes, type ErrorCode } from '../../errors.ts'

/** What a run of a chain needs. */
export type RunOptions = {
  readonly chain: Chain
  /** The normalised arguments, for templates; they are data. */
  readonly args: JsonObject
  readonly command: { readonly id: string; readonly ref: string }
  /** The person on whose behalf it runs, for templates: `{{actor.id}}`. */
  readonly actor?: TemplateActor
  readonly actions: Actions
  readonly journal: Journal
  readonly limits: {
    /** How long one step may take, its retries included, in milliseconds. */
    readonly stepTimeoutMs: number
    /** How often a step that may safely be repeated is tried again after a `RetryableError`; default 2. */
    readonly retries?: number
  }
  /** Aborted when the worker stops: no further step is started, and the run is left to another worker. */
  readonly signal: AbortSignal
  /** Whether everything is paused; absent: it never is. */
  readonly isPaused?: () => Promise<boolean>
  /** Whether somebody has ended the asking what came of a step; absent: nobody has. */
  readonly isAskingEnded?: () => Promise<boolean>
  /** Where events come from that no step yields; without it a chain that needs one is not run. */
  readonly outsideEvents?: OutsideEvents
  /** Told about progress; must not throw. */
  readonly onStep?: (event: StepEvent) => void
  /**
   * Told of a step that may go on even now, past its time, and of which nothing could store that it failed: nothing that is stored keeps
   * whoever takes the run up next from asking for it again. `ended` resolves when it has ended after all. Must not throw.
   */
  readonly onLeftOpen?: (ended: Promise<void>) => void
}

/** Events from people and other systems. */
export type OutsideEvents = {
  readonly domains: readonly string[]
  /**
   * Resolves when the event has come, also if it came while no worker was waiting; rejects when `signal` is aborted. How
   * long it waits is for the source to limit: when it rejects, the run is not over and can be resumed.
   */
  readonly wait: (event: OutsideEvent & { readonly step: string }, signal: AbortSignal) => Promise<void>
}

export type StepEvent = { readonly step: string; readonly index: number } & (
  | { readonly kind: 'started'; readonly message: string }
  | { readonly kind: 'done'; readonly output: Json }
  /** For the log `ref`, by which people call the command, and `error`: it may hold what they must not see. */
  | { readonly kind: 'failed'; readonly ref: string; readonly code: ErrorCode; readonly error?: unknown }
  /** Nobody knows what came of it: from now on its action is asked again and again. Said once. */
  | ({ readonly kind: 'asked_again'; readonly error?: unknown } & Asking)
  /** Its action, which was asked again, has told what came of it. */
  | { readonly kind: 'answered' }
)

/** A run while it goes on. */
export type Run = {
  readonly options: RunOptions
  readonly plan: Plan
  readonly history: Happening[]
  /** Of finished steps, in the order in which they finished. */
  readonly outputs: ActionContext['outputs'][number][]
  /** Of steps whose action is done and whose event is awaited. */
  readonly performed: Map<string, Json>
  readonly failures: StepFailure[]
  /** Steps that an earlier run began and of which nothing more is known. */
  readonly begun: Map<string, Extract<JournalEntry, { kind: 'intent' }>>
  /** Aborted when another worker has taken over. */
  readonly takenOver: AbortController
  /** Resolves when the step that was launched last has started, so that ties start in array order. */
  lastStart: Promise<void>
}

/** Takes up a run where the journal says it stands. */
export function restoreRun(options: RunOptions, plan: Plan, entries: readonly JournalEntry[]): Run {
  const run: Run = {
    options,
    plan,
    history: [],
    outputs: [],
    performed: new Map(),
    failures: [],
    begun: new Map(),
    takenOver: new AbortController(),
    lastStart: Promise.resolve(),
  }
  for (const entry of entries) {
    const planned = plan.steps.find((step) => step.name === entry.step)
    if (planned !== undefined) restoreStep(run, planned, entry)
  }
  return run
}

function restoreStep(run: Run, planned: PlannedStep, entry: JournalEntry): void {
  for (const need of planned.needs) {
    if (need.kind === 'outside') run.history.push({ kind: 'event', event: need.event, domain: need.domain })
  }
  if (entry.kind === 'intent') run.begun.set(entry.step, entry)
  else if (entry.kind === 'failed') {
    const code = entry.code in errorCodes ? (entry.code as ErrorCode) : 'action_failed'
    const { step, explanation, said, passing } = entry
    run.failures.push({
      step,
      code,
      explanation,
      ...(said === undefined ? {} : { said }),
      ...(passing === undefined ? {} : { passing }),
    })
  } else if (planned.awaits !== null && !entry.yielded.includes(planned.awaits.event)) {
    notePerformed(run, planned, entry.output)
  } else noteFinished(run, planned, entry.output)
}

/** Notes that a step has succeeded. */
export function noteFinished(run: Run, { name, step }: PlannedStep, output: Json): void {
  run.performed.delete(name)
  run.outputs.push({ step: name, domain: step.actionDomain, type: step.actionType, output })
  run.history.push({ kind: 'finished', step: name })
}

/** Notes that the action of a step is done, which now waits for its event. */
export function notePerformed(run: Run, { name }: PlannedStep, output: Json): void {
  run.performed.set(name, output)
  run.history.push({ kind: 'performed', step: name })
}

/** The action of a planned step: planning has found it. */
export function actionOf(run: Run, { name, step }: PlannedStep): Action {
  const action = run.options.actions.find(step.actionDomain, step.actionType)
  if (action === undefined) throw new TypeError(`The action of step "${name}" has vanished`)
  return action
}

/** What the action of a planned step may know. */
export function contextOf(run: Run, { name }: PlannedStep, { signal, deadline }: TimeLimit): ActionContext {
  const { command, isPaused } = run.options
  const effectId = `${command.id}/${name}`
  return { effectId, signal, deadline, outputs: [...run.outputs], ...(isPaused === undefined ? {} : { isPaused }) }
}

/** Which step an event is about. */
export function nameOf(run: Run, planned: PlannedStep): { readonly step: string; readonly index: number } {
  return { step: planned.name, index: run.plan.steps.indexOf(planned) }
}

/** How a run ended whose steps have all finished, or one of which failed. */
export function outcomeOf(run: Run): Outcome {
  const outputs = Object.fromEntries([
    ...run.outputs.map(({ step, output }) => [step, output] as const),
    ...run.performed.entries(),
  ])
  const failure = run.failures.find(({ code }) => code === 'effect_unknown') ?? run.failures[0]
  if (failure === undefined) return { kind: 'executed', outputs }
  const { code, ...failed } = failure
  const steps = reachedBy(run)
  const effect = steps.unclear.length > 0 ? 'unknown' : steps.done.length > 0 ? 'some' : 'none'
  const reached = effect === 'none' ? {} : { steps }
  return { kind: 'failed', reason: reasonOf(code), ...failed, effect, ...reached, outputs }
}

function reachedBy(run: Run): Reached {
  const changing = run.plan.steps.filter((step) => actionOf(run, step).effect === 'mutates').map(({ name }) => name)
  const done = new Set([...run.outputs.map(({ step }) => step), ...run.performed.keys()])
  const unclear = new Set(run.failures.filter(({ code }) => code === 'effect_unknown').map(({ step }) => step))
  return reachedSteps(changing, (step) => (done.has(step) ? 'done' : unclear.has(step) ? 'unclear' : 'left'))
}
