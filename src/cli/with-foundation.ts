import type { Config } from '../config.ts'
import { openFoundation, type Foundation } from '../open-foundation.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { removeLeftFolders } from './backup/clear-folder.ts'
import { createLog } from './create-log.ts'
import { untilInterrupted } from './stop-signal.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Opens what a subcommand stands on, and closes it in the end, a signal that nobody else heeds included. What a restore that was killed
 * has left in the clear is removed first.
 * @param telemetry opened with the rest unless it is given, and closed with it in either case
 */
export async function withFoundation<Result>(
  config: Config,
  { log }: Pick<Surroundings, 'log'>,
  work: (foundation: Foundation) => Promise<Result>,
  telemetry?: Telemetry,
): Promise<Result> {
  await removeLeftFolders(config.dataDir)
  return untilInterrupted(() => openFoundation(config, createLog(config, log), telemetry), work)
}
