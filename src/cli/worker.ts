import { readConfig } from '../config.ts'
import { startWorker } from '../worker.ts'
import { requireInstallation } from './require-installation.ts'
import { runService } from './run-service.ts'
import { onStopSignal } from './stop-signal.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'

export const worker: Subcommand = {
  help: `Usage: sayso worker [--data DIR]

Runs commands that were confirmed in a chat of the same ledger (DATABASE_URL, or the embedded one in the data folder).
Start as many as you like. On SIGTERM a worker finishes its current step and leaves the rest to others. With HTTP_PORT set, /healthz,
/readyz and /metrics are served.

  --data DIR  the data folder

Examples:
  SAYSO_WORKERS=8 sayso worker
`,
  run: async (args, at) => {
    const { values } = parseOptions({ args: [...args], options: { data: { type: 'string' } } })
    const config = readConfig(at.env, values)
    // Elsewhere bot and workers begin at the same time, and whoever is first makes it.
    if (config.databaseUrl === null) await requireInstallation(config)
    await runService(config, at, ['ledger', 'queue', 'catalogue', 'worker'], async (foundation, readiness) => {
      const running = await startWorker(foundation)
      readiness.set('worker', running.isRunning)
      at.print('Worker ready.')
      await new Promise<void>((resolve) => onStopSignal(resolve, config))
      readiness.stopping()
      await running.stop()
    })
    return 0
  },
}
