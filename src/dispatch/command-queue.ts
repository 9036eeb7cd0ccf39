/**
 * The jobs that wake a worker. A job is a hint and no more: the ledger knows which commands are confirmed, the run's
 * fencing epoch decides who runs one, and the sweep adds what got lost. So every call may fail and none may hang; one
 * that failed may have had its effect, which does no harm.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openQueue, type OpenQueue, type QueueBackend } from './queue-backend.ts'
import type { QueueTelemetry } from './queue-telemetry.ts'
import { within } from './within.ts'

/** Every call but `health` rejects with `RetryableError('queue_unavailable')` when there is no answer in time (`within`). */
export type CommandQueue = {
  /** Makes sure that there is a job for this command; a second time changes nothing. */
  readonly add: (commandId: string) => Promise<void>
  /** Whether the command has a job, waiting or running. */
  readonly has: (commandId: string) => Promise<boolean>
  /**
   * Takes a job back. `removed` says that there is none any more and that it seemed not to run; whether it did run
   * in that moment, only the ledger can say.
   */
  readonly remove: (commandId: string) => Promise<'removed' | 'running' | 'absent'>
  /** Rejects, and says why, where no job could be added now. */
  readonly probe: () => Promise<void>
  /** Whether jobs can be added now; `down` after as long as an `add` would wait. Never rejects, and is remembered for 250 ms. */
  readonly health: () => Promise<'up' | 'down'>
  readonly counts: () => Promise<{ readonly waiting: number; readonly active: number }>
  /** Ends the connections; waits no longer than two seconds for calls that are under way. */
  readonly close: () => Promise<void>
}

/** The longest that a call on the queue takes. A busy machine is no queue that is away, so `health` has no less. */
const callLimitMs = 1_500
const healthKeptMs = 250
const closeLimitMs = 2_000

const jobName = 'command'

/**
 * Opens the queue of one installation; it may be opened while its store is away, and finds it again by itself.
 * @param options.prefix the installation's own, so that several may share a Redis
 */
export function createCommandQueue({
  backend,
  prefix,
  telemetry = null,
}: {
  readonly backend: QueueBackend
  readonly prefix: string
  /** So that a job carries the trace in which it was added; `null`: nothing is traced. */
  readonly telemetry?: QueueTelemetry | null
}): CommandQueue {
  let open = openQueue(backend, prefix, telemetry)
  let closed = false
  let remembered: { readonly until: number; readonly health: Promise<'up' | 'down'> } | undefined

  function ask<T>(what: string, work: (queue: OpenQueue['queue'], opened: OpenQueue) => Promise<T>): Promise<T> {
    return within(callLimitMs, what, async (over) => {
      await connected()
      // The caller has its answer already; nothing is begun behind its back.
      over.throwIfAborted()
      return work(open.queue, open)
    })
  }

  /** BullMQ remembers for ever that its Postgres was away when it was opened; then it is opened anew. */
  async function connected(): Promise<void> {
    const asked = open
    try {
      await asked.connected()
    } catch (error) {
      if (backend.kind === 'postgres' && asked === open && !closed) {
        open = openQueue(backend, prefix, telemetry)
        await asked.close()
      }
      throw error
    }
  }

  async function probe(): Promise<void> {
    await ask('use the queue', (_queue, opened) => opened.probe())
  }

  return {
    add: (commandId) =>
      ask('add a job', async (queue) => {
        await queue.add(
          jobName,
          { commandId },
          { jobId: commandId, attempts: 1, removeOnComplete: true, removeOnFail: true },
        )
      }),
    has: (commandId) => ask('look for a job', (queue) => hasJob(queue, commandId)),
    remove: (commandId) =>
      ask('remove a job', async (queue) => {
        if (!(await hasJob(queue, commandId))) return 'absent'
        if ((await queue.remove(commandId)) > 0) return 'removed'
        return (await hasJob(queue, commandId)) ? 'running' : 'absent'
      }),
    probe,
    health: () => {
      if (remembered === undefined || remembered.until < performance.now()) {
        const health = probe().then(
          () => 'up' as const,
          () => 'down' as const,
        )
        remembered = { until: performance.now() + healthKeptMs, health }
      }
      return remembered.health
    },
    counts: () =>
      ask('count the jobs', async (queue) => {
        const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active')
        return { waiting, active }
      }),
    close: async () => {
      closed = true
      await Promise.race([open.close(), delay(closeLimitMs, undefined, { ref: false })])
    },
  }
}

async function hasJob(queue: OpenQueue['queue'], commandId: string): Promise<boolean> {
  return (await queue.getJob(commandId)) !== undefined
}
