import type { Parameter } from '../catalogue/catalogue.ts'
import { type Folded, originalBetween } from './fold-text.ts'
import type { Language } from './language.ts'
import { type Phrases, trimPhrases } from './phrases.ts'
import { cleanName } from './sentences/slot-of-parameter.ts'
import { parseAmountWords } from './values/number-words.ts'
import { choiceReader, valueReader } from './values/read-values.ts'

/** The number that the whole text is, "two" or "2", words of `ignored` around it aside; `null` when it is none. */
export function readBareNumber(folded: Folded, ignored: Phrases, language: Language): number | null {
  const kept = trimPhrases(folded.text, ignored)
  const said = kept === null ? null : parseAmountWords(folded.text.slice(kept.from, kept.to).split(' '), language.code)
  return said !== null && /^\d+$/.test(said) ? Number(said) : null
}

/** The value of a type that the whole text is, "it's order #204" included; `null` when it is none. */
export function readExactValue(
  folded: Folded,
  type: Parameter['type'],
  language: Language,
  choices: readonly string[] = [],
): string | null {
  const kept = trimPhrases(folded.text, language.filler)
  if (kept === null) return null
  const read = type === 'choice' ? choiceReader(choices, language) : valueReader(type, language)
  return read(folded, kept.from).find((capture) => capture.end === kept.to)?.value ?? null
}

/** What is left of an answer without the words that people put around a value; the answer itself if nothing is. */
export function stripFiller(folded: Folded, language: Language): string {
  const kept = trimPhrases(folded.text, language.filler)
  const value = kept === null ? null : cleanName(originalBetween(folded, kept.from, kept.to), language)
  return value ?? folded.original.trim()
}
