import type { Config } from '../config.ts'
import type { Part } from '../http/readiness.ts'
import { serveHealth, type Health } from '../http/serve-health.ts'
import { isReachable } from '../ledger/commands/operation-readings.ts'
import type { Foundation } from '../open-foundation.ts'
import { openTelemetry } from '../telemetry/telemetry.ts'
import { watchPart } from '../telemetry/watch-part.ts'
import type { Surroundings } from './surroundings.ts'
import { warnOfMisspelt } from './warn-of-misspelt.ts'
import { withFoundation } from './with-foundation.ts'

/**
 * Runs a process that goes on until it is told to stop, on what it stands on. Where `HTTP_PORT` says so, its health is served from the
 * first moment to the last.
 * @param parts all that the process is to have before it is ready
 */
export async function runService(
  config: Config,
  at: Surroundings,
  parts: readonly Part[],
  work: (foundation: Foundation, readiness: Health['readiness']) => Promise<void>,
): Promise<void> {
  warnOfMisspelt(at)
  const telemetry = await openTelemetry(config)
  const health = await serveHealth(config, telemetry, parts)
  const watched = async (foundation: Foundation): Promise<void> => {
    try {
      health.stands(foundation)
      const { log, ledger } = foundation
      const watches = [
        watchPart('ledger', { probe: () => isReachable(ledger.db), log }),
        watchPart('queue', { probe: foundation.queue().probe, log }),
      ]
      try {
        await work(foundation, health.readiness)
      } finally {
        for (const watch of watches) watch.stop()
      }
    } finally {
      health.readiness.stopping()
    }
  }
  try {
    await withFoundation(config, at, watched, telemetry)
  } finally {
    await health.close()
  }
}
