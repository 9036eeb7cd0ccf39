/** What can be said, as a tree; a text is one or more words. */
export type Spoken =
  | string
  /** One after the other. */
  | { readonly all: readonly Spoken[] }
  /** One of these. */
  | { readonly any: readonly Spoken[] }
  /** Said or left out. */
  | { readonly maybe: Spoken }
  /** Something that is not written in the sentence. */
  | { readonly value: SpokenValue }
  /** What a thing of this entity is called. */
  | { readonly name: string }
  /** Words of the speaker's own: a note, or the name of one of many. */
  | { readonly own: 'words' }

/** What values sound like: those of which it can be told what may be said. */
export const spokenValues = ['number', 'percent', 'money', 'month', 'moment'] as const

export type SpokenValue = (typeof spokenValues)[number]

/** One of these; without any, `null`. */
export function oneOf(some: readonly Spoken[]): Spoken | null {
  const [only, ...others] = some
  return only === undefined ? null : others.length === 0 ? only : { any: some }
}

/** The words that a tree is written with. */
export function wordsOf(spoken: Spoken): readonly string[] {
  if (typeof spoken === 'string') return spoken.split(' ').filter((word) => word !== '')
  if ('all' in spoken) return spoken.all.flatMap(wordsOf)
  if ('any' in spoken) return spoken.any.flatMap(wordsOf)
  return 'maybe' in spoken ? wordsOf(spoken.maybe) : []
}
