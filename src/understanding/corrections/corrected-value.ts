import { type ExactValue, readExactValue } from '../bare-value.ts'
import { readDayNumber } from './day-number.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { ofEachKind } from './of-each-kind.ts'
import { holdsPhrase, isMadeOf, lastPlace, phrasesIn, skipLeading } from '../text/phrases.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { parseAmountWords } from '../values/number-words.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

/**
 * The whole text as a value that is wanted; of several kinds where it is one of each.
 * @param whole with what was said around it
 */
export function readCorrectedValue(
  folded: Folded,
  wanted: readonly WantedValue[],
  language: Language,
  when: When,
  whole = folded,
): ValueCorrection | null {
  const isThing = wanted.some(({ type }) => type === 'id') && isCalledThing(whole, language)
  // "la 4" may be a room's number, and "el 20" a percentage; a sum has no article.
  const mayBeCount = (type: WantedValue['type']) =>
    (type === 'integer' || type === 'percent') && !holdsPhrase(whole.text, language.titles)
  const found = wanted.flatMap((each) => {
    const exact =
      readExactValue(folded, each, language, when) ??
      readBeforeTail(folded, each, language, when) ??
      (each.type === 'file' ? readExactValue(behindBecoming(folded, language), each, language, when) : null) ??
      readDayNumber(folded, each, language, when)
    if (exact === null) return []
    const { value: correction, ...said } = exact
    const only = each.parameter === undefined ? {} : { for: each.parameter }
    return isThing && isNumber(each.type) && !mayBeCount(each.type)
      ? []
      : [{ correction, ...said, as: each.type, ...only }]
  })
  const [first, ...or] = ofEachKind(found, wanted, language)
  if (first === undefined) return null
  const option = isOption(whole, language) && { option: true as const }
  return { kind: 'correction', ...first, ...(or.length === 0 ? {} : { or }), ...option }
}

/** "50 then": a value before what says nothing at the end of a text. */
function readBeforeTail(
  { text, original, ends }: Folded,
  wanted: WantedValue,
  language: Language,
  when: When,
): ExactValue | null {
  const at =
    isNumber(wanted.type) || isClockType(wanted.type) || wanted.type === 'choice'
      ? lastPlace(text, (rest) => isMadeOf(rest, language.tail, language.skipped))
      : null
  return at === null || at === 0
    ? null
    : readExactValue(foldText(original.slice(0, ends[at - 2])), wanted, language, when)
}

/** As `readCorrectedValue`; whether nothing but a thing was said can be told only here. */
export function readAlone(rest: Folded, wanted: readonly WantedValue[], language: Language, when: When) {
  const value = readCorrectedValue(rest, wanted, language, when)
  const isAlone = wanted.some(
    (each) => readExactValue(rest, each, language, when, language.ofThing)?.value === value?.correction,
  )
  return value !== null && isAlone ? { ...value, alone: true as const } : value
}

/** "option 2": the number of one of a list. */
function isOption({ text }: Folded, { listedOne, code }: Language): boolean {
  const isAmount = (words: string) => parseAmountWords(words.split(' '), code) !== null
  return phrasesIn(text, listedOne).some(
    ({ from, to }) => !isAmount(text.slice(from, to)) && isAmount(text.slice(to + 1)),
  )
}

/** "c.txt" of "to c.txt": what something is to be called. */
function behindBecoming({ text, original, starts }: Folded, { becoming }: Language): Folded {
  return foldText(original.slice(starts[skipLeading(text, becoming)] ?? original.length))
}

/** "order 207", "the order should be 207", "el 207": the number of a thing, and no sum. */
export function isCalledThing({ text }: Folded, { titles, ofThing, code }: Language): boolean {
  if (holdsPhrase(text, titles)) return true
  return phrasesIn(text, ofThing).some(({ to }) => parseAmountWords(text.slice(to + 1).split(' '), code) !== null)
}
