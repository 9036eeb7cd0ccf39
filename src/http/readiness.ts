/**
 * Whether a process can do its work. Its parts are named beforehand and are missing until they come up, so that a process that is
 * starting, or stopping, is not ready.
 */
import { within } from '../dispatch/within.ts'

/** One after the other, as a process comes up. `whatsapp`: a number is linked, and its lease is held or waited for. */
export type Part = 'ledger' | 'queue' | 'catalogue' | 'bot' | 'worker' | 'whatsapp'

export type Readiness = {
  /** From now on the part is ready when it says so; `null`: it is not there any more, and missing. */
  readonly set: (part: Part, check: (() => boolean | Promise<boolean>) | null) => void
  /** The process is on its way out: from now on everything is missing that it would need to take work. */
  readonly stopping: () => void
  /** What is missing, within the limit; nothing: it is ready. Never rejects. */
  readonly missing: () => Promise<readonly (Part | 'stopping')[]>
}

/** No part is waited for longer. */
const checkLimitMs = 1_500

/** @param parts all that the process is to have */
export function createReadiness(parts: readonly Part[], limitMs = checkLimitMs): Readiness {
  const checks = new Map<Part, () => boolean | Promise<boolean>>()
  let stops = false
  return {
    set: (part, check) => {
      if (check === null) checks.delete(part)
      else checks.set(part, check)
    },
    stopping: () => (stops = true),
    missing: async () => {
      const wanted = [...new Set([...parts, ...checks.keys()])]
      const ready = await Promise.all(wanted.map((part) => isReady(checks.get(part), limitMs)))
      const missing = wanted.filter((_part, index) => ready[index] !== true)
      return stops ? ['stopping', ...missing] : missing
    },
  }
}

async function isReady(check: (() => boolean | Promise<boolean>) | undefined, limitMs: number): Promise<boolean> {
  if (check === undefined) return false
  return within(limitMs, 'look at a part', async () => check()).catch(() => false)
}
