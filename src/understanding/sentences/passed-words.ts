import { compilePhrases } from '../text/phrases.ts'
import { foldText } from '../text/fold-text.ts'
import { blank, skipBlanks } from './compare-units.ts'
import { roughText } from './literal.ts'
import { createTrie, type Trie } from './trie.ts'

/** Skip words that stay in the text and are passed over between two words. */
export type PassedWords = {
  /** Where those that stand at a word's start end, longest first. */
  readonly endsAt: (folded: string, at: number) => readonly number[]
  /** The same words for the rough comparison. */
  readonly rough: Trie
}

/** The places of a text to which skip words lead; each is worked out once. */
export type PassedPlaces = {
  readonly begin: (folded: string) => void
  readonly from: (at: number) => readonly number[]
}

export function compilePassedWords(list: readonly string[]): PassedWords {
  const { endsAt } = compilePhrases(list)
  const texts = [...new Set(list.map((phrase) => roughText(foldText(phrase).text)))].filter((text) => text !== '')
  return { endsAt, rough: createTrie(texts.map((text, entry) => ({ text, entry }))) }
}

/** `passed`: `null` where there is nothing to pass over. */
export function createPassedPlaces(passed: PassedWords | null): PassedPlaces {
  const known = new Map<number, readonly number[]>()
  let folded = ''
  return {
    begin: (next) => {
      folded = next
      known.clear()
    },
    from: (at) => {
      const before = known.get(at)
      if (before !== undefined) return before
      const found = passed === null ? [] : [...placesAfter(passed, at)]
      known.set(at, found)
      return found
    },
  }

  /** From the end of a word to the ends of skip words, from the beginning of one to the beginnings of what follows them. */
  function placesAfter({ endsAt }: PassedWords, at: number): ReadonlySet<number> {
    const places = new Set<number>()
    const open = [at]
    for (const from of open) {
      const isEnd = folded.charCodeAt(from) === blank
      const first = isEnd ? skipBlanks(folded, from) : from
      if (first > 0 && folded.charCodeAt(first - 1) !== blank) continue
      for (const end of endsAt(folded, first)) {
        const after = isEnd ? end : skipBlanks(folded, end)
        if (!places.has(after)) open.push(after)
        places.add(after)
      }
    }
    return places
  }
}
