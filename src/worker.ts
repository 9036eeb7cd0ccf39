import { createCommandWorker } from './dispatch/command-worker.ts'
import { runEnvelope } from './execution/run/run-envelope.ts'
import { enterWorker } from './ledger/worker-presence.ts'
import type { Foundation } from './open-foundation.ts'

export type RunningWorker = {
  /** Whether it takes commands; see `CommandWorker`. */
  readonly isRunning: () => boolean
  /**
   * Takes no new command, lets what runs come to the end of its step, and leaves the rest to others. Resolves two
   * seconds after the configured time at the latest, also with a step that goes on: its worker then counts as living until the process ends, so that nobody else
   * takes the run up while it may still have its effect. May be called again.
   */
  readonly stop: () => Promise<void>
}

/** A worker: takes jobs, runs their commands from the ledger, and tells the bot's lane how they ended. */
export async function startWorker(foundation: Foundation): Promise<RunningWorker> {
  const { config, log, ledger, secrets, actions, catalogue, backend, prefix, telemetry } = foundation
  const presence = await enterWorker(ledger.url)
  const deps = {
    db: ledger.db,
    secrets,
    actions,
    rights: catalogue,
    workspaceDir: config.workspaceDir,
    clock: () => new Date(),
    log,
    tracer: telemetry.tracer,
    meter: telemetry.meter,
    owner: presence.owner,
    held: new Set<string>(),
    schema: ledger.schema,
    limits: { stepTimeoutMs: config.stepTimeoutMs, startWithinMs: config.startWithinMs },
  }
  const worker = createCommandWorker({
    backend,
    prefix,
    concurrency: config.workers,
    run: (commandId, signal) => runEnvelope(deps, commandId, signal),
    log,
    telemetry: telemetry.queue,
  })
  let stopping: Promise<void> | null = null

  async function stop(): Promise<void> {
    const ended = await worker.close(config.stopWithinMs)
    // What is held may go on: as long as this process lives nobody else may take it up.
    if (ended && deps.held.size === 0) await presence.leave()
    else
      log.warn(
        { event: 'worker.left', withinMs: config.stopWithinMs },
        'a step was still running when the time for stopping was over',
      )
  }

  return { isRunning: worker.isRunning, stop: () => (stopping ??= stop()) }
}
