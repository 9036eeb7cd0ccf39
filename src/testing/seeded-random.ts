/** Numbers that look drawn and are the same for the same seed, so that what a test met by chance can be met again. */
export type SeededRandom = {
  /** From 0 to below `end`. */
  readonly below: (end: number) => number
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** True in so many of a hundred cases. */
  readonly chance: (percent: number) => boolean
  /** Another row of numbers, which draws on this one do not shift. */
  readonly fork: () => SeededRandom
}

/** @param seed a whole number from 0 to below 2^32 */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0

  /** A Weyl sequence, mixed: each step adds an odd constant, so that no number comes again before all have come. */
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> 0
  }

  const below = (end: number) => Math.floor((next() / 2 ** 32) * end)
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    chance: (percent) => below(100) < percent,
    fork: () => createSeededRandom(next()),
  }
}
