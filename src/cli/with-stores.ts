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

/**
 * The same for work whose traces somebody removes afterwards: where it is interrupted its stores are closed under it, and it is waited
 * for all the same, since what goes on would make them again. It must know by itself that it is to stop.
 */
export async function withStoresToTheEnd<Result>(
  config: Config,
  at: Pick<Surroundings, 'log'>,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  let ending: Promise<unknown> = Promise.resolve()
  try {
    return await withStores(config, at, (stores) => {
      const working = work(stores)
      ending = working.catch(() => undefined)
      return working
    })
  } finally {
    await ending
  }
}
