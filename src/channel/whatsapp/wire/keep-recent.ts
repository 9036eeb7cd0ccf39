/** Puts something into a map that keeps so many at most: what was put there longest ago goes first. */
export function keepRecent<Key, Value>(map: Map<Key, Value>, most: number, key: Key, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
