import type { Config } from '../config.ts'
import { within } from '../dispatch/within.ts'
import { isReachable, readOperations } from '../ledger/commands/operation-readings.ts'
import type { Foundation } from '../open-foundation.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { createHealthRoutes, type Sources } from './health-routes.ts'
import { createReadiness, type Part, type Readiness } from './readiness.ts'
import { serveHttp } from './serve-http.ts'

/** How long the ledger may take for a look. */
const lookLimitMs = 1_500

export type Health = {
  readonly readiness: Pick<Readiness, 'set' | 'stopping'>
  /** What the process stands on is there now. */
  readonly stands: (foundation: Pick<Foundation, 'ledger' | 'queue'>) => void
  readonly close: () => Promise<void>
}

/**
 * Serves health and metrics of this process from its first moment on, where `HTTP_PORT` says so.
 * @param parts all that the process is to have before it is ready
 * @throws UserError `config_invalid` when the port cannot be had
 */
export async function serveHealth(
  { http }: Pick<Config, 'http'>,
  { prometheus }: Pick<Telemetry, 'prometheus'>,
  parts: readonly Part[],
): Promise<Health> {
  const readiness = createReadiness(parts)
  let sources: Sources | null = null
  const server =
    http === null || prometheus === null
      ? null
      : await serveHttp(http, createHealthRoutes({ readiness, prometheus, sources: () => sources }))
  return {
    readiness,
    stands: ({ ledger, queue }) => {
      readiness.set('ledger', () => isReachable(ledger.db))
      readiness.set('queue', async () => (await queue().health()) === 'up')
      // It is loaded with all that a process stands on, or the process does not start.
      readiness.set('catalogue', () => true)
      sources = {
        ledger: () => within(lookLimitMs, 'look into the ledger', () => readOperations(ledger.db)),
        queue: async () => {
          await queue().probe()
          return queue().counts()
        },
      }
    },
    close: async () => server?.close(),
  }
}
