/**
 * "No, the guest is Tonya", "não, o hóspede é a Tonya": what a text, or the name of a thing, is said to be. Behind a no or a word of
 * correcting it is whatever is said; without one only what is written as a name, for "the note is wrong" says no note.
 */
import type { CommandTexts, Locale, Parameter } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isMadeOf, skipLeading } from '../text/phrases.ts'
import type { FreeCorrection } from '../correction-reading.ts'
import { wordsAround } from '../sentences/words-around.ts'
import { isWrittenAsName } from '../text/written-as-name.ts'

type Stated = {
  readonly parameter: Parameter
  readonly said: Folded
  /** A no, a yes or a word of correcting stands before it. */
  readonly isLed: boolean
}

/** `no` where all that is said of it is that it is wrong, and `null` where nothing is said that it could be. */
export function readStated(
  { parameter, said, isLed }: Stated,
  { sentences, rules }: Pick<CommandTexts, 'sentences'> & Pick<Locale, 'rules'>,
  language: Language,
): FreeCorrection | { readonly kind: 'no' } | null {
  const { text, original, starts } = said
  const name = original.slice(starts[skipLeading(text, language.article)] ?? original.length).trim()
  if (isWrittenAsName(name))
    return { kind: 'free-correction', correction: name, ...(!isLed && { perhaps: true as const }) }
  if (!isLed || parameter.entity !== null) return null
  const { words, skipped } = language
  if (isMadeOf(text, words.no, skipped)) return { kind: 'no' }
  if ([words.no, words.negation].some((phrases) => phrases.endsAt(text, 0).length > 0)) return null
  const first = text.split(' ')[0] ?? ''
  const isArticle = wordsAround(sentences, rules).get(parameter.name)?.before.has(first) === true
  return { kind: 'free-correction', correction: isArticle ? name : original.trim() }
}
