/**
 * Tells the log when the queue takes no jobs, out of reach or full, and when it is back. A bot asks nothing of its queue until somebody
 * wants a change: an operator should know before that, and why. Each outage is told once; one look that fails is none, for a queue makes
 * its tables first.
 */
import type { Logger } from 'pino'
import type { CommandQueue } from './command-queue.ts'

const lookEveryMs = 15_000

/** Looks at once, and then from time to time, until stopped. */
export function watchQueue({
  queue,
  log,
  everyMs = lookEveryMs,
}: {
  readonly queue: Pick<CommandQueue, 'probe'>
  readonly log: Pick<Logger, 'warn'>
  readonly everyMs?: number
}): { readonly stop: () => void } {
  let failed = 0
  let told = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const trouble = await queue.probe().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (stopped) return
    failed = trouble === null ? 0 : failed + 1
    if (trouble !== null && failed === 2) {
      told = true
      log.warn({ event: 'queue.lost', err: trouble.error }, 'the queue takes no jobs: changes are refused, reads go on')
    }
    if (trouble === null && told) {
      told = false
      log.warn({ event: 'queue.back' }, 'the queue is back')
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
