import type { Config } from '../config.ts'
import { serveHealth, type Health } from '../http/serve-health.ts'
import type { Part } from '../http/readiness.ts'
import { openFoundation, type Foundation } from '../open-foundation.ts'
import { openTelemetry } from '../telemetry/telemetry.ts'
import { createLog } from './create-log.ts'

/**
 * Opens what a process stands on that runs until it is told to stop, and closes it in the end. Where `HTTP_PORT` says so, its health is
 * served from the first moment to the last.
 * @param parts all that the process is to have before it is ready
 */
export async function withFoundation(
  config: Config,
  parts: readonly Part[],
  work: (foundation: Foundation, readiness: Health['readiness']) => Promise<void>,
): Promise<void> {
  const telemetry = await openTelemetry(config)
  const health = await serveHealth(config, telemetry, parts)
  try {
    const foundation = await openFoundation(config, createLog(config), telemetry)
    try {
      health.stands(foundation)
      await work(foundation, health.readiness)
    } finally {
      health.readiness.stopping()
      await foundation.close()
    }
  } finally {
    await health.close()
  }
}
