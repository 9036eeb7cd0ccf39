/**
 * Whether words that mean nothing else may say that what is previewed should be otherwise. Whoever writes so must not find it done as
 * it was: a no refuses it; a word of correcting, an agreement that goes on, or a number adds something to it.
 */
import { placesAfterYes } from './agreement.ts'
import { foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { afterWord, isMadeOf, type Phrases, skipLeading } from '../text/phrases.ts'

/** What a text begins with is found among so many characters. */
const longestBeginning = 80
/** A number that is no part of a word, as a code is. */
const number = /(?<![\p{L}\p{N}])\p{N}+(?:[.,:/]\p{N}+)*(?![\p{L}\p{N}])/u

/** @param others people also say no in a language that is not their own */
export function speaksAgainst(text: string, own: Language, others: readonly Language[]): 'refused' | 'added' | null {
  const said = foldText(text.slice(0, longestBeginning)).text
  const languages = [own, ...others]
  if (languages.some((language) => refuses(said, language))) return 'refused'
  if (isQuestion(text)) return null
  const adds = number.test(said) || agreesAndGoesOn(said, own) || languages.some((language) => corrects(said, language))
  return adds ? 'added' : null
}

/** "no only give him 20", "not peter"; "don't forget to call" only asks for it. */
function refuses(text: string, { words, skipped, beforeNo }: Language): boolean {
  const [polite = 0] = skipped.endsAt(text, 0)
  return [0, skipLeading(text, skipped), skipLeading(text, beforeNo)].some((at) =>
    endsOf(text, at, [words.no, words.negation]).some((end) => at > 0 || end > polite),
  )
}

/** "actually lucia", "wait that is too much", "muda pra ela", "sem caução"; "sorry for the delay" is only polite, and "only that" was all. */
function corrects(text: string, { words, mistaken, changing, without, skipped }: Language): boolean {
  return endsOf(text, skipLeading(text, skipped), [words.correcting, words.but, mistaken, changing, without]).some(
    (end) => !isMadeOf(text.slice(afterWord(text, end)), words.that_thing, skipped),
  )
}

/** "yes until thursday"; "ok, let me check" adds nothing. */
function agreesAndGoesOn(text: string, language: Language): boolean {
  const isPolite = language.skipped.endsAt(text, 0).includes(text.length)
  const at = isPolite ? undefined : placesAfterYes(text, language).at(-1)
  return at !== undefined && endsOf(text, at, [language.words.wait]).length === 0
}

function endsOf(text: string, at: number, lists: readonly Phrases[]): readonly number[] {
  return lists.flatMap((phrases) => phrases.endsAt(text, at))
}
