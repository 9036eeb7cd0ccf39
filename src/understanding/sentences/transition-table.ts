/**
 * (state, class) → state, as an open hash table of numbers: a lookup per character is all that reading a text costs once its
 * states are known.
 */
export type TransitionTable = {
  /** The state, or -1 when it was never worked out. */
  readonly get: (state: number, charClass: number) => number
  readonly set: (state: number, charClass: number, to: number) => void
  readonly clear: () => void
}

export function createTransitionTable(classes: number): TransitionTable {
  let bits = 12
  let keys = new Int32Array(1 << bits).fill(-1)
  let targets = new Int32Array(1 << bits)
  let used = 0
  return { get, set, clear }

  function get(state: number, charClass: number): number {
    const key = state * classes + charClass
    const mask = keys.length - 1
    for (let at = Math.imul(key, 0x9e3779b1) >>> (32 - bits); ; at = (at + 1) & mask) {
      const found = keys[at]
      if (found === key) return targets[at] ?? -1
      if (found === -1) return -1
    }
  }

  function set(state: number, charClass: number, to: number): void {
    if (++used * 2 > keys.length) grow()
    put(state * classes + charClass, to)
  }

  function put(key: number, to: number): void {
    const mask = keys.length - 1
    let at = Math.imul(key, 0x9e3779b1) >>> (32 - bits)
    while (keys[at] !== -1) at = (at + 1) & mask
    keys[at] = key
    targets[at] = to
  }

  function grow(): void {
    const [oldKeys, oldTargets] = [keys, targets]
    bits++
    keys = new Int32Array(1 << bits).fill(-1)
    targets = new Int32Array(1 << bits)
    oldKeys.forEach((key, at) => {
      if (key !== -1) put(key, oldTargets[at] ?? -1)
    })
  }

  function clear(): void {
    keys.fill(-1)
    used = 0
  }
}
