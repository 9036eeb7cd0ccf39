import type { Config } from '../config.ts'
import { openFoundation, type Foundation } from '../open-foundation.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { createLog } from './create-log.ts'

/**
 * Opens what a subcommand stands on, and closes it in the end.
 * @param telemetry opened with the rest unless it is given, and closed with it in either case
 */
export async function withFoundation<Result>(
  config: Config,
  work: (foundation: Foundation) => Promise<Result>,
  telemetry?: Telemetry,
): Promise<Result> {
  const foundation = await openFoundation(config, createLog(config), telemetry)
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
  }
}
