import { hostname } from 'node:os'
import { createCommandWorker } from './dispatch/command-worker.ts'
import { runEnvelope } from './execution/run-envelope.ts'
import type { Foundation } from './open-foundation.ts'

/** A worker: takes jobs, runs their commands from the ledger, and tells the bot's lane how they ended. */
export function startWorker({ config, log, ledger, secrets, actions, backend, prefix }: Foundation): {
  readonly stop: () => Promise<void>
} {
  const deps = {
    db: ledger.db,
    secrets,
    actions,
    clock: () => new Date(),
    log,
    owner: `${hostname()}/${process.pid}`,
    schema: ledger.schema,
    limits: { stepTimeoutMs: config.stepTimeoutMs, startWithinMs: config.startWithinMs },
  }
  const worker = createCommandWorker({
    backend,
    prefix,
    concurrency: config.workers,
    run: (commandId, signal) => runEnvelope(deps, commandId, signal),
    log,
  })
  return { stop: () => worker.close(config.stopWithinMs) }
}
