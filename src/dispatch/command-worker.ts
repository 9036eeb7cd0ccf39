/**
 * Takes jobs and hands their command ids to `run`. It decides nothing: a job may come twice, late, or for a command
 * that is settled, and `run` finds that out from the ledger. What is guaranteed here: a job whose worker died is taken
 * by another one within `lockMs + stalledCheckMs`, and closing ends within its grace.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Job, WaitingError } from 'bullmq'
import { openWorker, type OpenWorker, type QueueBackend } from './queue-backend.ts'
import type { QueueTelemetry } from './queue-telemetry.ts'
import { within } from './within.ts'

/** What the worker needs of a logger. */
export type WorkerLog = {
  readonly warn: (details: object, message: string) => void
  readonly error: (details: object, message: string) => void
}

export type CommandWorker = {
  /** Whether it takes jobs, or waits for a store that was lost; not while one that could not be used is opened anew. */
  readonly isRunning: () => boolean
  /**
   * Takes no new job, aborts the signal of those that run, and waits for them up to `graceMs`. A job whose run rejects
   * after its signal was aborted goes back to the queue; one that still runs is left to the next worker. Never rejects,
   * and takes two seconds more than the grace at most. Resolves with whether all runs have ended.
   */
  readonly close: (graceMs: number) => Promise<boolean>
}

/** BullMQ counts how often a job was taken over, and drops it when it was too often. The run's own fencing decides that here. */
const mostTakeovers = 1_000_000
/** How soon a store is tried again that could not be used at all. */
const reopenMs = 1_000
/** How long a store may take after the grace to answer at all, and to be told how the last jobs ended. */
const answerLimitMs = 500
const closeLimitMs = 1_500

/**
 * Starts to take jobs, now or when the store is there.
 * @param options.run resolves when the command is settled; a rejection is logged and leaves the command to the sweep.
 *   After a loss of the store it may be called while another process still runs the same command
 * @param options.concurrency how many commands this process runs side by side
 * @param options.lockMs how long a job is safe from take-over without a sign of life of its worker
 * @param options.stalledCheckMs how often is looked for jobs without one
 */
export function createCommandWorker({
  backend,
  prefix,
  concurrency,
  run,
  log,
  telemetry = null,
  lockMs = 10_000,
  stalledCheckMs = 5_000,
}: {
  readonly backend: QueueBackend
  readonly prefix: string
  readonly concurrency: number
  readonly run: (commandId: string, signal: AbortSignal) => Promise<void>
  readonly log: WorkerLog
  /** So that a run belongs to the trace in which its job was added; `null`: nothing is traced. */
  readonly telemetry?: QueueTelemetry | null
  readonly lockMs?: number
  readonly stalledCheckMs?: number
}): CommandWorker {
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()
  let current = open()

  async function process(job: Job<unknown, void>, token?: string): Promise<void> {
    if (stop.signal.aborted) return giveBack(job, token)
    const commandId = commandIdOf(job.data)
    if (commandId === undefined) {
      log.error({ event: 'job.unnamed' }, 'a job that names no command was dropped')
      return
    }
    // After all of Redis was lost a job can come while its first run goes on here; that run needs no rival.
    if (running.has(commandId)) return
    const settled = Promise.withResolvers<void>()
    running.set(commandId, settled.promise)
    try {
      await run(commandId, AbortSignal.any([stop.signal]))
    } catch (error) {
      if (stop.signal.aborted) return await giveBack(job, token)
      log.error(
        { event: 'run.unfinished', commandId, err: error },
        'a run was not finished; the sweep adds its job again',
      )
    } finally {
      running.delete(commandId)
      settled.resolve()
    }
  }

  function open(): OpenWorker {
    const opened = openWorker(backend, prefix, process, {
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: mostTakeovers,
      ...(telemetry === null ? {} : { telemetry }),
    })
    const { worker } = opened
    let reported: string | undefined
    worker.on('error', (error: Error) => {
      // An outage says the same again with every try to connect.
      if (stop.signal.aborted || error.message === reported) return
      reported = error.message
      log.warn({ event: 'queue.trouble', err: error }, 'the worker has trouble with its queue')
    })
    worker.on('ready', () => (reported = undefined))
    worker.on('active', () => (reported = undefined))
    worker.waitUntilReady().catch((error: unknown) => void reopen(opened, error))
    return opened
  }

  /** BullMQ remembers for ever that its store could not be used when it was opened. */
  async function reopen(failed: OpenWorker, error: unknown): Promise<void> {
    if (stop.signal.aborted) return
    log.warn({ event: 'queue.unusable', err: error }, 'the worker cannot use its queue')
    await shut(failed, true)
    await delay(reopenMs, undefined, { signal: stop.signal }).catch(() => undefined)
    if (!stop.signal.aborted) current = open()
  }

  async function close(graceMs: number): Promise<boolean> {
    await current.worker.pause(true)
    stop.abort()
    await Promise.race([Promise.all(running.values()), delay(graceMs, undefined, { ref: false })])
    const ended = running.size === 0
    const force = !ended || !(await answers(current))
    await Promise.race([shut(current, force), delay(closeLimitMs, undefined, { ref: false })])
    return ended
  }

  let closing: Promise<boolean> | undefined
  return {
    isRunning: () => !stop.signal.aborted && current.worker.isRunning(),
    close: (graceMs) => (closing ??= close(graceMs)),
  }
}

/** Whether the store can be told how the last jobs ended; a connection notices its end later than its peers. */
async function answers({ worker }: OpenWorker): Promise<boolean> {
  try {
    await within(answerLimitMs, 'reach the queue', () => worker.getBackend().hasQueueMetaField('paused'))
    return true
  } catch {
    return false
  }
}

/** Unforced it waits until the store was told how each job ended, which needs a store that answers. */
async function shut({ worker, disconnect }: OpenWorker, force: boolean): Promise<void> {
  await worker.close(force)
  disconnect()
}

/** Whoever can write to the store can add a job: what it says is data, and names a command at most. */
function commandIdOf(data: unknown): string | undefined {
  const named = typeof data === 'object' && data !== null && 'commandId' in data ? data.commandId : undefined
  return typeof named === 'string' ? named : undefined
}

/** The job waits again, for another worker. */
async function giveBack(job: Job<unknown, void>, token: string | undefined): Promise<never> {
  await job.moveToWait(token)
  throw new WaitingError()
}
