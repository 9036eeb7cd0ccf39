/** What the slots of a pattern were filled with; 0 where the pattern has no such slot. */
export type Slots = {
  readonly weekday: number
  readonly day: number
  /** A day as an ordinal in figures, which needs nothing before it: "15th". */
  readonly nth: number
  /** Which of the weekdays of a month, 1 to 5. */
  readonly nthOf: number
  readonly month: number
  readonly year: number
  readonly count: number
  /** Index in `unitNames`. */
  readonly unit: number
  readonly hour: number
  readonly minute: number
  /** Minutes since midnight. */
  readonly clock: number
}

type SlotName = keyof Slots

/** A number that begins at a word, and the word after it. */
export type SlotValue = { readonly to: number; readonly value: number }

/** Reads what may fill a slot from a word on. */
export type SlotReader = (words: readonly string[], from: number) => readonly SlotValue[]

export type SlotReaders = Readonly<Record<SlotName, SlotReader>>

/** One way to say something: literal words and slots. */
type Token = { readonly literal: string } | { readonly slot: SlotName }
type WordPattern<Meaning> = { readonly meaning: Meaning; readonly tokens: readonly Token[] }

/** A pattern that fits from a word on, and the word after it. */
export type PatternMatch<Meaning> = { readonly meaning: Meaning; readonly to: number; readonly slots: Slots }

export const noSlots: Slots = {
  weekday: 0,
  day: 0,
  nth: 0,
  nthOf: 0,
  month: 0,
  year: 0,
  count: 0,
  unit: 0,
  hour: 0,
  minute: 0,
  clock: 0,
}

/** Patterns by how they begin, so that only those are tried that can fit. */
export type WordPatterns<Meaning> = {
  readonly byWord: ReadonlyMap<string, readonly WordPattern<Meaning>[]>
  readonly bySlot: ReadonlyMap<SlotName, readonly WordPattern<Meaning>[]>
}

/** Writes every choice of the patterns out. A slot that does not exist is a defect of the table, and is thrown. */
export function compilePatterns<Meaning extends string>(
  table: Readonly<Record<Meaning, readonly string[]>>,
): WordPatterns<Meaning> {
  // The keys of a record are its meanings; `entries` only knows them as texts.
  const meanings = Object.entries<readonly string[]>(table) as [Meaning, readonly string[]][]
  const byWord = new Map<string, WordPattern<Meaning>[]>()
  const bySlot = new Map<SlotName, WordPattern<Meaning>[]>()
  for (const [meaning, patterns] of meanings) {
    for (const text of new Set(patterns.flatMap(writeOut))) {
      const tokens = text.split(' ').map(tokenOf)
      const [first] = tokens
      if (first === undefined) continue
      if ('literal' in first) add(byWord, first.literal, { meaning, tokens })
      else add(bySlot, first.slot, { meaning, tokens })
    }
  }
  return { byWord, bySlot }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value])
}

/** Every way in which a pattern fits the words from a place on. */
export function matchPatterns<Meaning>(
  { byWord, bySlot }: WordPatterns<Meaning>,
  words: readonly string[],
  from: number,
  readers: SlotReaders,
): readonly PatternMatch<Meaning>[] {
  const begun = [...bySlot]
    .filter(([slot]) => readers[slot](words, from).length > 0)
    .flatMap(([, patterns]) => patterns)
  return [...(byWord.get(words[from] ?? '') ?? []), ...begun].flatMap(({ meaning, tokens }) =>
    matchTokens(tokens, words, from, readers).map(({ to, slots }) => ({ meaning, to, slots })),
  )
}

function matchTokens(
  tokens: readonly Token[],
  words: readonly string[],
  from: number,
  readers: SlotReaders,
): readonly Omit<PatternMatch<unknown>, 'meaning'>[] {
  let open: readonly { readonly to: number; readonly slots: Slots }[] = [{ to: from, slots: noSlots }]
  for (const token of tokens) {
    open = open.flatMap(({ to, slots }) => {
      if ('literal' in token) return words[to] === token.literal ? [{ to: to + 1, slots }] : []
      return readers[token.slot](words, to).map((found) => ({
        to: found.to,
        slots: { ...slots, [token.slot]: found.value },
      }))
    })
    if (open.length === 0) return []
  }
  return open
}

/** `a (b|c) [d]` → "a b", "a c", "a b d", "a c d". */
export function writeOut(pattern: string): readonly string[] {
  const group = /\(([^()[\]]*)\)|\[([^()[\]]*)\]/u.exec(pattern)
  if (group === null) return [pattern.replace(/ +/gu, ' ').trim()]
  const choices = (group[1] ?? `|${group[2] ?? ''}`).split('|')
  return choices.flatMap((choice) =>
    writeOut(pattern.slice(0, group.index) + choice + pattern.slice(group.index + group[0].length)),
  )
}

function tokenOf(text: string): Token {
  const name = /^\{(\w+)\}$/u.exec(text)?.[1]
  if (name === undefined) return { literal: text }
  if (!Object.hasOwn(noSlots, name)) throw new TypeError(`No slot {${name}} in dates`)
  // `noSlots` has every slot there is, and was just asked.
  return { slot: name as SlotName }
}
