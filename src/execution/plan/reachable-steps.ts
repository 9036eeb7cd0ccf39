import type { Dependencies } from './dependencies.ts'

type Waiting = Pick<Dependencies, 'needs'> & { readonly name: string }

/** The steps that can never become ready, whatever happens outside: those in a circle and those behind one. */
export function stuckSteps(steps: readonly Waiting[]): ReadonlySet<string> {
  const stuck = new Set(steps.map((step) => step.name))
  const canStart = (step: Waiting): boolean =>
    step.needs.every((need) => need.kind === 'outside' || need.from.some((name) => !stuck.has(name)))
  for (let before = -1; before !== stuck.size;) {
    before = stuck.size
    for (const step of steps) if (canStart(step)) stuck.delete(step.name)
  }
  return stuck
}

/**
 * The steps that have finished whenever `step` starts. Where several may yield the event that it waits for, only what
 * comes before all of them is certain. Needs steps without circles.
 */
export function certainlyBefore(steps: readonly Waiting[], step: Waiting): ReadonlySet<string> {
  const byName = new Map(steps.map((other) => [other.name, other]))
  const known = new Map<string, ReadonlySet<string>>()
  const beforeOf = (waiting: Waiting): ReadonlySet<string> => {
    const found = known.get(waiting.name)
    if (found !== undefined) return found
    known.set(waiting.name, new Set())
    const sets = waiting.needs.flatMap((need) => (need.kind === 'steps' ? [intersect(need.from.map(withBefore))] : []))
    const before = new Set(sets.flatMap((set) => [...set]))
    known.set(waiting.name, before)
    return before
  }
  const withBefore = (name: string): ReadonlySet<string> => {
    const other = byName.get(name)
    return other === undefined ? new Set() : new Set([...beforeOf(other), name])
  }
  return beforeOf(step)
}

function intersect(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...rest] = sets
  return new Set([...(first ?? [])].filter((name) => rest.every((set) => set.has(name))))
}
