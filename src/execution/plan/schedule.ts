import type { OutsideEvent } from './dependencies.ts'
import type { Plan, PlannedStep } from './plan-chain.ts'

/** What has happened in a run, in its order. */
export type Happening =
  /** The action of a step that waits for an event afterwards is done; its event is awaited. */
  | { readonly kind: 'performed'; readonly step: string }
  /** A step has succeeded; its `yield` is emitted now. */
  | { readonly kind: 'finished'; readonly step: string }
  /** An event came from outside the chain. */
  | { readonly kind: 'event'; readonly domain: string; readonly event: string }

/** What follows from it. */
export type Schedule = {
  /** The steps that may run and have not, in array order; those that run already are among them. */
  readonly ready: readonly PlannedStep[]
  /** The steps that wait for something from outside, before their action or after it. */
  readonly waiting: readonly { readonly step: PlannedStep; readonly for: OutsideEvent }[]
  /** The steps that have been performed and have seen the event that they awaited: they complete. */
  readonly completing: readonly PlannedStep[]
  readonly state: 'going' | 'done' | 'stuck'
}

/** Which steps may run now (WUCE 3: `observe`, `yield`). Pure: the same history gives the same schedule. */
export function schedule(plan: Plan, history: readonly Happening[]): Schedule {
  const finished = new Set(history.flatMap((happening) => (happening.kind === 'finished' ? [happening.step] : [])))
  const performed = new Set(history.flatMap((happening) => (happening.kind === 'performed' ? [happening.step] : [])))
  const left = plan.steps.filter((step) => !finished.has(step.name))
  const unperformed = left.filter((step) => !performed.has(step.name))
  const ready = unperformed.filter((step) => missing(step, finished, history).length === 0)
  const answered = left.filter((step) => performed.has(step.name) && wasAnswered(step, history))
  const waiting = left.flatMap((step) => waitOf(step, performed.has(step.name), finished, history))
  const moves = ready.length + answered.length + waiting.length
  return { ready, waiting, completing: answered, state: left.length === 0 ? 'done' : moves > 0 ? 'going' : 'stuck' }
}

function missing(
  step: PlannedStep,
  finished: ReadonlySet<string>,
  history: readonly Happening[],
): PlannedStep['needs'] {
  return step.needs.filter((need) =>
    need.kind === 'steps'
      ? !need.from.some((name) => finished.has(name))
      : !history.some((seen) => satisfies(seen, need)),
  )
}

function waitOf(
  step: PlannedStep,
  performed: boolean,
  finished: ReadonlySet<string>,
  history: readonly Happening[],
): Schedule['waiting'] {
  if (performed) return step.awaits === null || wasAnswered(step, history) ? [] : [{ step, for: step.awaits }]
  return missing(step, finished, history).flatMap((need) =>
    need.kind === 'outside' ? [{ step, for: { event: need.event, domain: need.domain } }] : [],
  )
}

/** Only what came after the action answers it: an older event was not about this. */
function wasAnswered(step: PlannedStep, history: readonly Happening[]): boolean {
  const { awaits } = step
  const asked = history.findIndex((happening) => happening.kind === 'performed' && happening.step === step.name)
  return awaits !== null && history.slice(asked).some((happening) => satisfies(happening, awaits))
}

function satisfies(happening: Happening, wanted: OutsideEvent): boolean {
  if (happening.kind !== 'event' || happening.event !== wanted.event) return false
  return wanted.domain === '' || wanted.domain === happening.domain
}
