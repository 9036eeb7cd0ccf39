/** So many failures in a row and nobody is kept waiting for the next one. */
const maxFailures = 3
/** How long nothing is tried then, in milliseconds; after it, one call tries. */
const restMs = 60_000

/** Spares people the wait for a service that is known to be down. */
export type CircuitBreaker = {
  /** Whether a call may be tried now; a trial after a rest is one at a time. */
  readonly mayTry: () => boolean
  readonly succeeded: () => void
  readonly failed: () => void
}

export function createCircuitBreaker({ now }: { readonly now: () => number }): CircuitBreaker {
  let failures = 0
  let restsUntil = 0
  return {
    mayTry: () => {
      if (failures < maxFailures) return true
      if (now() < restsUntil) return false
      // Until this trial is over the others are spared.
      restsUntil = now() + restMs
      return true
    },
    succeeded: () => {
      failures = 0
    },
    failed: () => {
      failures += 1
      restsUntil = now() + restMs
    },
  }
}
