/** Reads words from a place on. */
type Read<Value> = (words: readonly string[], from: number) => Value

/** The same, but of the words that were read last what was found is known: many patterns look at the same place for the same thing. */
export function remembering<Value extends object>(read: Read<Value>): Read<Value> {
  let last: readonly string[] = []
  let known = new Map<number, Value>()
  return (words, from) => {
    if (words !== last) {
      last = words
      known = new Map()
    }
    const found = known.get(from) ?? read(words, from)
    known.set(from, found)
    return found
  }
}
