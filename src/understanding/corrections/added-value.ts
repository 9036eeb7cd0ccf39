/**
 * "R$ 25", "at 25 each", "in 2 instalments", "por 20": a value that the command of the open preview takes, and that was not said with it. A
 * number alone is none: it must say what it is, or stand behind the word or the name that says so.
 */
import { type ExactValue, readBareNumber, readExactValue } from '../bare-value.ts'
import { correctionOf, ledBy, withoutChange } from './led-value.ts'
import { readOfParameter } from './named-value.ts'
import type { OpenText } from '../open-text.ts'
import { holdsPhrase, skipLeading } from '../text/phrases.ts'
import { foldText } from '../text/fold-text.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import type { WantedValue } from '../values/wanted-value.ts'

/** Longer texts say more than a value. */
const maxLength = 60

/** `null` where it is no such value, or may be of several. */
export function readAddedValue(said: OpenText): ValueCorrection | null {
  const { expectation, folded, reader, when } = said
  const unsaid = expectation.kind === 'confirmation' ? (expectation.unsaid ?? []) : []
  if (expectation.kind !== 'confirmation' || unsaid.length === 0 || folded.original.length > maxLength) return null
  const { language } = reader
  // "R$ 25?" asks, and "no R$ 25" may say what it is not to be.
  if (folded.original.includes('?') || holdsPhrase(folded.text, language.words.no)) return null
  const value = behindAnd(withoutChange(folded, language) ?? folded)
  const named = readOfParameter(value, expectation, { ...reader, isLed: false }, when)
  if (named?.kind === 'correction' && unsaid.some(({ parameter }) => parameter === named.of)) return named
  const led = ledBy(value, expectation.command, reader)
  const found = unsaid.flatMap((wanted) => {
    const behind = led.find(({ parameter }) => parameter.name === wanted.parameter)
    const exact =
      (behind === undefined ? null : readExactValue(behind.value, wanted, language, when)) ?? readMarked(wanted)
    return exact === null ? [] : [correctionOf(wanted.parameter ?? '', wanted, exact)]
  })
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? null : only

  function behindAnd({ text, original, starts }: typeof folded): typeof folded {
    return foldText(original.slice(starts[skipLeading(text, language.words.and)]))
  }

  /** What says itself what it is. */
  function readMarked(wanted: WantedValue): ExactValue | null {
    return readBareNumber(value, language.aroundExact, language) === null
      ? readExactValue(value, wanted, language, when)
      : null
  }
}
