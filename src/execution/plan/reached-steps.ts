import type { Verdict } from '../../envelope/lifecycle.ts'
import type { Outcome, Reached } from '../run/outcome.ts'

/** How far a run has come, from what became of each of the steps that change something. */
export function reachedSteps(steps: readonly string[], becameOf: (step: string) => keyof Reached): Reached {
  const { done = [], unclear = [], left = [] } = Object.groupBy(steps, becameOf)
  return { done, unclear, left }
}

/** The same once somebody has found out what became of the steps that were in doubt. */
export function reachedAfter({ done, unclear, left }: Reached, verdict: Verdict): Reached {
  return verdict === 'happened'
    ? { done: [...done, ...unclear], unclear: [], left }
    : { done, unclear: [], left: [...unclear, ...left] }
}

/** Whether a command was done in part once somebody has found out: as the view `verdicts` has it. */
export function isInPart(steps: Reached, verdict: Verdict): boolean {
  const { done, left } = reachedAfter(steps, verdict)
  return done.length > 0 && left.length > 0
}

/** How a command ended that was in doubt, once somebody has found out, where it was done in part either way. */
export function halfwayAfter(outcome: Outcome | null, verdict: Verdict): Outcome | null {
  if (outcome?.kind !== 'failed' || outcome.steps === undefined) return outcome
  return { ...outcome, effect: 'some', steps: reachedAfter(outcome.steps, verdict) }
}
