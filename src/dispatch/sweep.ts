import type { CommandQueue } from './command-queue.ts'

/** How many jobs one sweep adds at most; the next one goes on. */
const mostAddedAtOnce = 500

/**
 * Adds the job of every confirmed command that has none, so that losing all of Redis loses no command. It may run
 * beside everything else, and in several processes: adding a job twice changes nothing, and a job that comes for
 * nothing finds its command settled.
 */
export type Sweep = {
  /** One round; resolves with the number of jobs added, and never rejects. */
  readonly sweep: () => Promise<number>
  /** Sweeps now, and again `intervalMs` milliseconds after each round. */
  readonly start: () => void
  /** Ends it; resolves when the round under way is over. */
  readonly stop: () => Promise<void>
}

/**
 * @param options.confirmedCommands the ids of the confirmed commands that nobody runs, oldest first
 * @param options.onError told of what stops a round, once until a round succeeds again
 */
export function createSweep({
  confirmedCommands,
  queue,
  onError,
  intervalMs,
}: {
  readonly confirmedCommands: () => Promise<readonly string[]>
  readonly queue: Pick<CommandQueue, 'add' | 'has'>
  readonly onError: (error: unknown) => void
  readonly intervalMs: number
}): Sweep {
  let underWay: Promise<number> | undefined
  let timer: NodeJS.Timeout | undefined
  let loop: symbol | undefined
  let troubled = false

  async function round(): Promise<number> {
    let added = 0
    try {
      for (const commandId of await confirmedCommands()) {
        if (added === mostAddedAtOnce) break
        if (await queue.has(commandId)) continue
        await queue.add(commandId)
        added += 1
      }
      troubled = false
    } catch (error) {
      if (!troubled) onError(error)
      troubled = true
    }
    return added
  }

  async function sweep(): Promise<number> {
    underWay ??= round().finally(() => (underWay = undefined))
    return underWay
  }

  async function sweepOnAndOn(mine: symbol): Promise<void> {
    await sweep()
    if (loop === mine) timer = setTimeout(() => void sweepOnAndOn(mine), intervalMs)
  }

  return {
    sweep,
    start: () => {
      if (loop !== undefined) return
      loop = Symbol('sweeping')
      void sweepOnAndOn(loop)
    },
    stop: async () => {
      loop = undefined
      clearTimeout(timer)
      await underWay
    },
  }
}
