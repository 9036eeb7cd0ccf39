/** What to do when WhatsApp closes the connection, by the reason that it gives. */

export type ReconnectPlan =
  /** Connect again after so long; it passes by itself. */
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** The number is not paired any more: its credentials are of no use, a person must pair it. */
  | { readonly kind: 'unpaired' }
  /** A person should look; trying sooner would make it worse. */
  | { readonly kind: 'person'; readonly trouble: Trouble; readonly afterMs: number }

export type Trouble = 'refused' | 'outdated' | 'replaced' | 'mismatch'

const secondMs = 1000
const minuteMs = 60 * secondMs
const longestMs = minuteMs

/**
 * @param options.code the reason: 401 logged out, 403 refused, 405 version too old, 408 lost, 411 mismatch, 428 closed, 429 too
 *   fast, 440 replaced, 500 broken, 503 busy, 515 restart
 * @param options.failures how many connections in a row failed before this one
 * @param options.random from 0 to 1: many bots do not come back in the same moment
 */
export function planReconnect({
  code,
  failures,
  random,
}: {
  readonly code: number
  readonly failures: number
  readonly random: number
}): ReconnectPlan {
  switch (code) {
    // Said after every pairing: nothing is wrong.
    case 515:
      return { kind: 'retry', afterMs: 0 }
    case 401:
      return { kind: 'unpaired' }
    case 403:
    case 419:
      return { kind: 'person', trouble: 'refused', afterMs: 6 * 60 * minuteMs }
    case 405:
      return failures < 2
        ? { kind: 'retry', afterMs: jittered(30 * secondMs, random) }
        : { kind: 'person', trouble: 'outdated', afterMs: 60 * minuteMs }
    case 411:
      return { kind: 'person', trouble: 'mismatch', afterMs: 60 * minuteMs }
    // Coming back at once would throw the other one out, which would throw us out.
    case 440:
      return { kind: 'person', trouble: 'replaced', afterMs: 15 * minuteMs }
    case 429:
    case 463:
      return { kind: 'retry', afterMs: jittered(5 * minuteMs, random) }
    case 503:
      return { kind: 'retry', afterMs: growing(3 * secondMs, failures, random) }
    default:
      return { kind: 'retry', afterMs: growing(secondMs / 2, failures, random) }
  }
}

/** Twice as long every time, up to a minute. */
function growing(firstMs: number, failures: number, random: number): number {
  return jittered(Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10)), random)
}

/** Half of it for sure, the other half by chance. */
function jittered(ms: number, random: number): number {
  return Math.round(ms / 2 + (ms / 2) * random)
}
