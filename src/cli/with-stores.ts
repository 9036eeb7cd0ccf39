import type { Config } from '../config.ts'
import { openStores, type Stores } from '../open-stores.ts'
import { createLog } from './create-log.ts'
import { untilInterrupted } from './stop-signal.ts'
import type { Surroundings } from './surroundings.ts'

/** Opens what is kept, and closes it in the end, as `withFoundation` does with everything. */
export async function withStores<Result>(
  config: Config,
  { log }: Pick<Surroundings, 'log'>,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  return untilInterrupted(() => openStores(config, createLog(config, log)), work)
}
