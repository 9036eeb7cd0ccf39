import { stripFiller } from '../bare-value.ts'
import { isName } from './contrast.ts'
import { foldText } from '../text/fold-text.ts'
import type { OpenText } from '../open-text.ts'
import { holdsPhrase, skipLeading, trimPhrases } from '../text/phrases.ts'
import type { FreeCorrection } from '../correction-reading.ts'

/**
 * "It's Helena", "é o Sebastião", "pro Sebastião": whoever or whatever is meant of the open preview, where a thing is called so. `null`
 * where nothing leads to it, for a name alone may be anything; a question says nothing, and a no more than that.
 */
export function readNameTold({ folded, expectation, reader, when }: OpenText): FreeCorrection | null {
  const { commands, language } = reader
  const { text, original } = folded
  if (expectation.kind !== 'confirmation' || original.includes('?')) return null
  const kept = trimPhrases(text, language.filler)
  const isLed = kept !== null && kept.from > skipLeading(text, language.skipped)
  const isRefused = [language.words.no, language.words.negation].some((phrases) => holdsPhrase(text, phrases))
  if (!isLed || isRefused) return null
  const correction = stripFiller(folded, language)
  return isName(foldText(correction), commands, language, when)
    ? { kind: 'free-correction', correction, refuses: true, perhaps: true, told: 'anything' }
    : null
}
