import type { Locale } from '../../catalogue/catalogue.ts'
import { foldText, originalBetween } from '../../understanding/text/fold-text.ts'
import { compilePhrases, trimPhrases } from '../../understanding/text/phrases.ts'

/** What a name is without what people say around one. */
export type BareName = {
  readonly name: string
  /** A word was left out that may be the end of a name as well: "one" of "the green one". */
  readonly isCut: boolean
}

/** "joão" of "hmm, the joão one", "Kavita" of "Kavita ji", "Lima" of "Mr. Lima", for where nothing is called as it was said; `null` when there is nothing to leave out, or nothing else. */
export function bareName({ words, skipWords }: Locale, said: string): BareName | null {
  const around = [
    ...skipWords,
    ...['article', 'interjection', 'address', 'name_title'].flatMap((key) => words[key] ?? []),
  ]
  const plain = within(said, around)
  const cut = within(said, [...around, ...(words['stand_in'] ?? [])])
  return cut === null || cut === said ? null : { name: cut, isCut: cut !== plain }
}

function within(said: string, around: readonly string[]): string | null {
  const folded = foldText(said)
  const kept = trimPhrases(folded.text, compilePhrases(around))
  return kept === null ? null : originalBetween(folded, kept.from, kept.to)
}
