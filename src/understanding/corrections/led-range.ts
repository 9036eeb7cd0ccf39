import { type ExactValue, readExactValue } from '../bare-value.ts'
import { readDayNumber } from './day-number.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { behindLead, correctionOf, ledBy } from './led-value.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import { afterWord, type Phrases } from '../text/phrases.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { isClockType } from '../values/clock-values.ts'
import type { WantedValue } from '../values/wanted-value.ts'

/** Longer texts say more than two values. */
const maxLength = 80

/**
 * "no, from the 11th to the 13th", "10am to 7pm": two days or times of what is open, parted by the word that stands before the second of
 * them in its sentences. "9 to 18" is no time, and "thursday to sunday" nobody's name.
 */
export function readLedRange(said: OpenText): ValueCorrection | null {
  const { reader, expectation, when } = said
  const values = wantedBy(said).filter(({ type }) => isClockType(type))
  const rest = behindLead(said) ?? said.folded
  if (expectation.kind !== 'confirmation' || values.length < 2 || rest.original.length > maxLength) return null
  const { language } = reader
  const { text, original, starts, ends } = rest
  const read = (words: Folded, wanted: WantedValue) =>
    readExactValue(words, wanted, language, when) ?? readDayNumber(words, wanted, language, when)
  for (const [at, other] of values.entries()) {
    const one = values[at - 1]
    if (one?.parameter === undefined || other.parameter === undefined || one.type !== other.type) continue
    for (const { index } of text.matchAll(/ /gu)) {
      const before = foldText(original.slice(starts[0], ends[index - 1]))
      const led = ledTo(foldText(original.slice(starts[index + 1])), other.parameter, language.rangeTo)
      const first = led === null ? null : read(ledTo(before, one.parameter, language.rangeFrom) ?? before, one)
      const last = led === null || first === null ? null : read(led, endingBehind(other, first))
      if (first === null || last === null) continue
      const { value, ...words } = last
      return {
        ...correctionOf(one.parameter, one, first),
        beside: { of: other.parameter, correction: value, ...words },
      }
    }
    // "Until sunday" alone; "and sunday" may be one more.
    if (language.words.and.endsAt(text, 0).length > 0) continue
    for (const [wanted, name, leads] of [
      [other, other.parameter, language.rangeTo],
      [one, one.parameter, language.rangeFrom],
    ] as const) {
      const led = ledTo(rest, name, leads)
      const exact = led === null ? null : read(led, wanted)
      if (exact !== null) return correctionOf(name, wanted, exact)
    }
  }
  return null

  /** What stands behind the word for that parameter in the sentences, or behind one of `leads`. */
  function ledTo(words: Folded, name: string, leads: Phrases): Folded | null {
    const token = expectation.kind === 'confirmation' ? expectation.command : undefined
    const own = ledBy(words, token, reader).find(({ parameter }) => parameter.name === name)
    const [end] = leads.endsAt(words.text, 0)
    const from = end === undefined ? words.text.length : afterWord(words.text, end)
    if (own !== undefined) return own.value
    return from < words.text.length ? foldText(words.original.slice(words.starts[from])) : null
  }
}

/** What ends behind the first of two days ends behind the new one. */
function endingBehind({ counted: _before, ...wanted }: WantedValue, { value }: ExactValue): WantedValue {
  return wanted.behind === undefined ? wanted : { ...wanted, behind: value }
}
