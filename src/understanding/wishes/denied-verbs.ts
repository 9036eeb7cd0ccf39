/**
 * "no anules nada", "don't add it": a negation of a verb, in a form that no sentence has. It asks for nothing, but where the command of
 * that verb is what is open, it is not wanted.
 */
import type { Locale } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, lastPlace, isMadeOf, skipLeading } from '../text/phrases.ts'
import { verbsOf } from '../words/verbs-of.ts'

/** Longer texts say more than that something is not wanted. */
const maxWords = 7
/** Behind so many words of others (pronouns, "please") stands the verb. */
const maxBefore = 2

/** The paths of the commands whose verb the text denies. */
export type DeniedVerbReader = (folded: Folded) => readonly string[]

export function createDeniedVerbReader(locale: Locale, language: Language): DeniedVerbReader {
  const verbs = verbsOf(locale)
  return ({ text }) => {
    if (/\d/u.test(text) || text.split(' ').length > maxWords) return []
    const words = deniedIn(text)
      .flatMap((rest) => rest.split(' ').slice(0, maxBefore + 1))
      .filter((word) => !isMadeOf(word, language.filler, language.skipped))
    return verbs.pathsOf(words)
  }

  /** What is denied before it or behind it. */
  function deniedIn(text: string): readonly string[] {
    const { words, skipped, deniedAfter } = language
    const at = skipLeading(text, skipped)
    const behind = lastPlace(text, (rest) => isMadeOf(rest, deniedAfter, skipped))
    const before = [...words.negation.endsAt(text, at), ...words.no.endsAt(text, at)].map((end) =>
      text.slice(afterWord(text, end)),
    )
    return behind === null ? before : [...before, text.slice(0, behind - 1)]
  }
}
