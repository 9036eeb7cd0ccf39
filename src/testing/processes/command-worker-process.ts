/**
 * A worker in a process of its own, to be killed. It tells on standard output which command it runs, and never ends a
 * run by itself. Arguments: the backend as JSON, the prefix, `lockMs`, `stalledCheckMs`.
 */
import { createCommandWorker } from '../../dispatch/command-worker.ts'
import type { QueueBackend } from '../../dispatch/queue-backend.ts'

const [backend = '{}', prefix = '', lockMs, stalledCheckMs] = process.argv.slice(2)

createCommandWorker({
  // Written by the test that started this process.
  backend: JSON.parse(backend) as QueueBackend,
  prefix,
  concurrency: 1,
  lockMs: Number(lockMs),
  stalledCheckMs: Number(stalledCheckMs),
  run: (commandId) => {
    process.stdout.write(`${commandId}\n`)
    return new Promise(() => undefined)
  },
  log: { warn: tell, error: tell },
})

function tell(details: object, message: string): void {
  console.error(message, details)
}
