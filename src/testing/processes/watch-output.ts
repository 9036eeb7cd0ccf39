/** Waits for what a process writes: looked for whenever it has written more, until it is there, time is up or the process is gone. */
export type OutputWatch = {
  /** Something more was written. */
  readonly lookAgain: () => void
  /**
   * Resolves with what `find` finds, as soon as there is something.
   * @throws when the time is up or the process is gone; the message names `what`, and what was written
   */
  readonly until: <Found>(what: string, find: () => Found | undefined) => Promise<Found>
  /** Resolves when the process is gone, after whoever waits has looked for the last time. */
  readonly gone: Promise<void>
}

/**
 * @param options.closed resolves when the process is gone and all that it wrote was read
 * @param options.limitMs how long anybody waits
 * @param options.written what stands below the message of an error
 */
export function watchOutput({
  closed,
  limitMs,
  written,
}: {
  readonly closed: Promise<unknown>
  readonly limitMs: number
  readonly written: () => string
}): OutputWatch {
  const looks = new Set<() => void>()
  const lookAgain = (): void => looks.forEach((look) => look())
  const gone = closed.then(lookAgain)

  function until<Found>(what: string, find: () => Found | undefined): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>()
    const fail = (why: string) => (): void => reject(new Error(`${why} while waiting for ${what}\n${written()}`))
    const look = (): void => {
      const found = find()
      if (found === undefined) return
      looks.delete(look)
      resolve(found)
    }
    const timer = setTimeout(fail('Time is up'), limitMs)
    looks.add(look)
    look()
    void gone.then(fail('The process is gone'))
    return promise.finally(() => {
      clearTimeout(timer)
      looks.delete(look)
    })
  }

  return { lookAgain, until, gone }
}
