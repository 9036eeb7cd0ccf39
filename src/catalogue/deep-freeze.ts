/** Freezes plain data and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}

/** A map of frozen values that refuses to change. Freezing alone would not do: a map keeps its entries elsewhere. */
export function frozenMap<V>(entries: Iterable<readonly [string, V]>): ReadonlyMap<string, V> {
  const map = new Map<string, V>()
  for (const [key, value] of entries) map.set(key, deepFreeze(value))
  return Object.freeze(Object.assign(map, { set: refuseChange, delete: refuseChange, clear: refuseChange }))
}

function refuseChange(): never {
  throw new TypeError('The catalogue is read-only')
}
