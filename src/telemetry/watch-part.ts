/**
 * Tells the log when a part that a process stands on is lost, and when it is back. A bot asks nothing of its queue until somebody wants a
 * change, and what fails for want of a ledger fails in many places: an operator should hear of it at once, and why. Each outage is told
 * once; one look that fails is none, for a queue makes its tables first.
 */
import type { Logger } from 'pino'

const lookEveryMs = 15_000

const parts = {
  queue: { lost: 'the queue accepts no jobs: changes are refused, reads go on', back: 'the queue is back' },
  ledger: { lost: 'the ledger does not answer: nothing is done until it is back', back: 'the ledger is back' },
} as const

/** Looks at once, and then from time to time, until stopped. */
export function watchPart(
  part: keyof typeof parts,
  {
    probe,
    log,
    everyMs = lookEveryMs,
  }: {
    /** Rejects, and says why, while the part is not there. */
    readonly probe: () => Promise<unknown>
    readonly log: Pick<Logger, 'warn'>
    readonly everyMs?: number
  },
): { readonly stop: () => void } {
  const words = parts[part]
  let failed = 0
  let told = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const trouble = await probe().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (stopped) return
    failed = trouble === null ? 0 : failed + 1
    if (trouble !== null && failed === 2) {
      told = true
      log.warn({ event: `${part}.lost`, err: trouble.error }, words.lost)
    }
    if (trouble === null && told) {
      told = false
      log.warn({ event: `${part}.back` }, words.back)
    }
    timer = setTimeout(() => void look(), failed === 1 ? everyMs / 5 : everyMs)
  }

  void look()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
