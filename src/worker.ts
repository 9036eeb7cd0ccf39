import { createCommandWorker } from './dispatch/command-worker.ts'
import { runEnvelope } from './execution/run-envelope.ts'
import { enterWorker } from './ledger/worker-presence.ts'
import type { Foundation } from './open-foundation.ts'

/** A worker: takes jobs, runs their commands from the ledger, and tells the bot's lane how they ended. */
export async function startWorker(foundation: Foundation): Promise<{ readonly stop: () => Promise<void> }> {
  const { config, log, ledger, secrets, actions, backend, prefix } = foundation
  const presence = await enterWorker(ledger.url)
  const deps = {
    db: ledger.db,
    secrets,
    actions,
    workspaceDir: config.workspaceDir,
    clock: () => new Date(),
    log,
    owner: presence.owner,
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
  return {
    stop: async () => {
      await worker.close(config.stopWithinMs)
      await presence.leave()
    },
  }
}
