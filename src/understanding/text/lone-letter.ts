import { type Folded, isAccentedLetter } from './fold-text.ts'
import { afterWord, type Phrases, skipLeading } from './phrases.ts'

/**
 * Whether the word between two places is one capital inside a sentence: "A" of "block A" is what something is called by, where "a" would
 * be an article. A sentence begins with a capital anyway, and who writes all of it in capitals says nothing by one.
 */
export function isLoneCapital({ original, starts, ends }: Folded, from: number, to: number): boolean {
  if (to - from !== 1 || !/^[A-Z]$/u.test(original.slice(starts[from], ends[from]))) return false
  const before = original.slice(0, starts[from])
  return /[\p{L}\p{N}]/u.test(before) && !/[.!?:\n]\s*$/u.test(before) && /\p{Ll}/u.test(original)
}

/**
 * Where a value ends that a word of one letter stands behind: "block A", and "301 a", are called so, where "a" is an article elsewhere.
 * @param around what may be left out behind a value
 */
export function withLetterBehind(
  folded: Folded,
  { from, to }: { readonly from: number; readonly to: number },
  around: Phrases,
): number {
  const { text } = folded
  const letter = afterWord(text, to)
  const end = letter + 1
  if (letter >= text.length || !/^[a-z](?: |$)/u.test(text.slice(letter))) return to
  if (isLoneCapital(folded, letter, end)) return end
  const isLast = skipLeading(text, around, afterWord(text, end)) >= text.length
  return isLast && /\d/u.test(text.slice(from, to)) && !isAccentedLetter(folded, letter, end) ? end : to
}
