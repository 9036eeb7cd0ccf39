/**
 * "And for Saturday", said of what waits and takes one day: that day, whether one was said before or none. "And Saturday" without the word
 * for it may ask about something else.
 */
import { readExactValue } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import { afterWord, phrasesIn, skipLeading } from '../text/phrases.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { isDayType } from '../values/is-day-type.ts'
import { wantedOf } from '../values/wanted-value.ts'

/** Longer texts say more than a day. */
const maxLength = 60

/** `null` where no preview waits that takes one day, or where the text is none, or asks for something of its own. */
export function readDayBesides(said: OpenText): ValueCorrection | null {
  const { folded, expectation, reader, when } = said
  const { commands, catalogue, language } = reader
  const { text, original, starts } = folded
  if (expectation.kind !== 'confirmation' || original.length > maxLength || isQuestion(original)) return null
  const { parameters = [] } = catalogue.commands.get(expectation.command ?? '') ?? {}
  const [parameter, ...others] = parameters.filter(({ type }) => isDayType(type))
  const lead = phrasesIn(text, language.onDay).find(({ from, to }) => {
    const before = text.slice(0, Math.max(0, from - 1))
    return to < text.length && skipLeading(before, language.beforeDifference) >= before.length
  })
  if (parameter === undefined || others.length > 0 || lead === undefined) return null
  const wanted = wantedBy(said).find((each) => each.parameter === parameter.name) ?? wantedOf(parameter)
  const readFrom = (at: number) => readExactValue(foldText(original.slice(starts[at])), wanted, language, when)
  // "On Friday" is read back as it was said.
  const exact = readFrom(lead.from) ?? readFrom(afterWord(text, lead.to))
  if (exact === null || commands.read(original.slice(starts[lead.from]), when) !== null) return null
  const { value: correction, ...words } = exact
  return { kind: 'correction', correction, ...words, as: parameter.type, of: parameter.name }
}
