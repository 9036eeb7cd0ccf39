import { stripFiller } from './bare-value.ts'
import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord, skipLeading } from './phrases.ts'

/** More words are no value. */
const maxWords = 4

/**
 * What else the last question is asked about, a number or a name: "205" of "what about 205?", "Maria" of "e a Maria?"; `null` when
 * it is no such text.
 */
export function readWhatAbout(folded: Folded, language: Language): string | null {
  const { text, original, starts } = folded
  const from = skipLeading(text, language.skipped)
  const end = language.words.what_about.endsAt(text, from)[0]
  if (end === undefined) return null
  const at = afterWord(text, end)
  if (at >= text.length || text.slice(at).split(' ').length > maxWords) return null
  const value = stripFiller(foldText(original.slice(starts[at])), language)
  return /^(?:#?\d|\p{Lu})/u.test(value) ? value.replace('#', '') : null
}
