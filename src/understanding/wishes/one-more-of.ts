/** "Bota mais uma", "add another one": a verb and nothing but that it is wanted once more, which says so of what was done last by that verb. */
import type { Locale } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import { isMadeOf, lastPlace, skipLeading } from '../text/phrases.ts'
import type { Language } from '../words/language.ts'
import { verbsOf } from '../words/verbs-of.ts'

/** More words before it say more than a verb. */
const maxWords = 3

/** The paths of the commands that one more is wanted of. */
export type OneMoreReader = (folded: Folded) => readonly string[]

export function createOneMoreReader(locale: Locale, language: Language): OneMoreReader {
  const verbs = verbsOf(locale)
  const pronouns = [...(locale.words['clitics_to'] ?? []), ...(locale.words['clitics_for'] ?? [])]
  return ({ text }) => {
    const at = lastPlace(text, (rest) => isMadeOf(rest, language.oneMore, language.aroundControl))
    const from = skipLeading(text, language.interjection)
    const words = at === null ? [] : text.slice(from, at - 1).split(' ')
    return words.length > maxWords ? [] : verbs.pathsOf(words.flatMap((word) => [word, ...withoutPronoun(word)]))
  }

  /** "Pon" of "ponme", which says for whom. */
  function withoutPronoun(word: string): readonly string[] {
    return pronouns.filter((each) => word.endsWith(each)).map((each) => word.slice(0, -each.length))
  }
}
