/** A few places for many: whoever finds none waits, in the order of coming. */
export type Places = {
  /** Resolves with what gives the place back, once there is one. */
  readonly take: () => Promise<() => void>
}

/** @param count how many may be in at a time */
export function createPlaces(count: number): Places {
  const waiting: (() => void)[] = []
  let left = count
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) left += 1
    else next()
  }
  return {
    take: async () => {
      if (left > 0) left -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return leave
    },
  }
}
