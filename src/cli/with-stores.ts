import type { Config } from '../config.ts'
import { openStores, type Stores } from '../open-stores.ts'
import { createLog } from './create-log.ts'
import { untilInterrupted } from './stop-signal.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Opens what is kept, and closes it in the end, as `withFoundation` does with everything.
 * @param as.asItIs tables of an earlier version are not brought up to date, but refused
 */
export async function withStores<Result>(
  config: Config,
  { log }: Pick<Surroundings, 'log'>,
  work: (stores: Stores) => Promise<Result>,
  as: { readonly asItIs?: boolean } = {},
): Promise<Result> {
  return untilInterrupted(() => openStores(config, createLog(config, log), as), work)
}

/**
 * The same for work whose traces somebody removes afterwards: where it is interrupted its stores are closed under it, and it is waited
 * for all the same, since what goes on would make them again. It must know by itself that it is to stop.
 */
export async function withStoresToTheEnd<Result>(
  config: Config,
  at: Pick<Surroundings, 'log'>,
  work: (stores: Stores) => Promise<Result>,
  as: { readonly asItIs?: boolean } = {},
): Promise<Result> {
  let ending: Promise<unknown> = Promise.resolve()
  try {
    const working = (stores: Stores) => {
      const done = work(stores)
      ending = done.catch(() => undefined)
      return done
    }
    return await withStores(config, at, working, as)
  } finally {
    await ending
  }
}
