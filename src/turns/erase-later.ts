import { setTimeout as delay } from 'node:timers/promises'
import { finishErasures } from '../ledger/privacy/privacy.ts'

/** How long after a failure what is to be erased later is tried again. */
const againMs = 60_000

/**
 * Erases what could not be erased when somebody was forgotten, each time it is called. That may take its time, so nothing else waits for
 * it; whoever calls meanwhile, or soon after it has failed, calls in vain.
 */
export function createLaterErasures({
  onTrouble,
  signal,
  ...ledger
}: Parameters<typeof finishErasures>[1] & {
  readonly db: Parameters<typeof finishErasures>[0]
  readonly onTrouble: (error: unknown) => void
  /** Ends the wait after a failure. */
  readonly signal: AbortSignal
}): () => void {
  let erasing: Promise<void> | null = null

  async function erase(): Promise<void> {
    try {
      await finishErasures(ledger.db, ledger)
    } catch (error) {
      onTrouble(error)
      await delay(againMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  return () => {
    erasing ??= erase().finally(() => (erasing = null))
  }
}
