import { asId } from '../envelope/as-id.ts'
import { type Folded, originalBetween } from './text/fold-text.ts'
import type { Language } from './words/language.ts'
import { withLetterBehind } from './text/lone-letter.ts'
import { afterWord, isMadeOf, type Phrases, trimPhrases } from './text/phrases.ts'
import type { Reading } from './reading.ts'
import { cleanName } from './sentences/slot-of-parameter.ts'
import { isCountingWord } from './values/number-table.ts'
import { parseAmountWords } from './values/number-words.ts'
import { parseOrdinalWords } from './values/ordinals.ts'
import { idBehindTitle } from './values/id-behind-title.ts'
import { isNumber } from './values/is-number.ts'
import { aboutsAt } from './values/nearly.ts'
import { mustReadBack } from './values/must-read-back.ts'
import { settleValue, valueReader } from './values/read-values.ts'
import type { WantedValue } from './values/wanted-value.ts'
import type { When } from './values/when.ts'
import { isDigits } from './text/is-digits.ts'

/** The number that the whole text is, "two" or "2", words of `ignored` around it aside; `null` when it is none. */
export function readBareNumber(folded: Folded, ignored: Phrases, language: Language): number | null {
  const words = wordsWithout(folded, ignored)
  const said = words === null ? null : parseAmountWords(words, language.code)
  return said !== null && isDigits(said) ? Number(said) : null
}

/** The same for a position: "the first one", "a 2ª". */
export function readBareOrdinal(folded: Folded, ignored: Phrases, language: Language): number | null {
  const words = wordsWithout(folded, ignored)
  return words === null ? null : parseOrdinalWords(words, language.code)
}

function wordsWithout(folded: Folded, ignored: Phrases): readonly string[] | null {
  const kept = trimPhrases(folded.text, ignored)
  return kept === null ? null : folded.text.slice(kept.from, kept.to).split(' ')
}

/** A value, and the words that it was read from where they are read back. */
export type ExactValue = { readonly value: string; readonly said?: string }

/** An exact value as a reading. */
export function asValue({ value, ...said }: ExactValue): Extract<Reading, { kind: 'value' }> {
  return { kind: 'value', text: value, ...said }
}

/**
 * The value that the whole text is, "it's order #204" included; `null` when it is none. What could be left out may belong to
 * the value as well: "el 15" is a day, "15" is none.
 * @param around what may be left out
 */
export function readExactValue(
  folded: Folded,
  wanted: WantedValue,
  language: Language,
  when: When,
  around = language.filler,
): ExactValue | null {
  const { length } = folded.text
  const isWay = wanted.type === 'choice' && around === language.aroundExact
  const trimmed = trimPhrases(folded.text, isWay ? language.aroundChoice : around) ?? { from: 0, to: length }
  // "301 A" is not 301.
  const kept =
    wanted.type === 'id' || isNumber(wanted.type)
      ? { ...trimmed, to: withLetterBehind(folded, trimmed, around) }
      : trimmed
  const read = valueReader(wanted, language)
  const title = language.unnumbered.get(wanted.entity ?? '')
  const isPart = isPartOfValue(folded.text.slice(kept.from, kept.to))
  for (const from of [...nearlyFrom(kept.from), ...(isPart ? startsTo(kept.from) : [kept.from, 0])]) {
    const found = read(folded, from).find(
      ({ end }) => end === kept.to || end === length || isOfIt(end) || isOfEach(end),
    )
    if (found === undefined) continue
    const value = settleValue(wanted, found.value, language, when)
    const id = title === undefined ? null : idBehindTitle(value, folded, from, title)
    if (id !== null) return { value: asId(id) }
    const ofEach = isOfEach(found.end)
    const words = originalBetween(folded, from, ofEach ? kept.to : found.end)
    // Of "el 8" the article is said with the day, though it could be left out.
    const said = found.value.endsWith(words) ? found.value : words
    return said !== value && (ofEach || mustReadBack(wanted, said, language)) ? { value, said } : { value }
  }
  return null

  /**
   * Whether what could be left out is rather read with the value: "de la mañana", of a moment that is known, is a part of its day, and
   * "mañana" another day; "el 15" is a day, and "15" an hour.
   */
  function isPartOfValue(rest: string): boolean {
    if (wanted.type === 'time') return wanted.of !== undefined
    const isNumberAlone = () => parseAmountWords(rest.split(' '), language.code) !== null
    return wanted.type === 'datetime' && (wanted.of !== undefined || isNumberAlone())
  }

  /** Where what says that a number is only near begins, though it could be left out as well: the "like" of "like 50". */
  function nearlyFrom(last: number): readonly number[] {
    if (!isNumber(wanted.type)) return []
    return startsTo(last).filter((at) => at < last && aboutsAt(folded.text, at, language.code).length > 0)
  }

  /** Where the words begin up to that place. */
  function startsTo(last: number): readonly number[] {
    const starts = [...folded.text.slice(0, last).matchAll(/ /gu)].map(({ index }) => index + 1)
    return [...new Set([0, ...starts])]
  }

  /** "145 per kg", "20 each": what a price is of is known. */
  function isOfEach(end: number): boolean {
    if (wanted.type !== 'money') return false
    const rest = folded.text.slice(end, kept.to)
    const isUnit = (unit: string) => /^\p{L}*$/u.test(unit) && !isCountingWord(unit, language.code)
    return rest.startsWith(' ') && language.perUnit.endsAt(rest, 1).some((at) => isUnit(rest.slice(at).trim()))
  }

  /** "10% of it": of what there is of the thing that is asked about. */
  function isOfIt(end: number): boolean {
    const { of_that_thing: ofIt } = language.words
    return wanted.shares === true && isMadeOf(folded.text.slice(afterWord(folded.text, end), kept.to), ofIt, around)
  }
}

/**
 * The same, interjections aside, where a thing counts by its number alone, for it may be called anything else; not even by that where its id
 * means nothing to people.
 */
export function readSureValue(folded: Folded, wanted: WantedValue, language: Language, when: When): ExactValue | null {
  const exact = readExactValue(folded, wanted, language, when, language.aroundExact)
  const number = language.unnumbered.has(wanted.entity ?? '') ? /^#\d+$/u : /^\d+$/u
  return wanted.type === 'id' && !number.test(exact?.value ?? '') ? null : exact
}

/** What is left of an answer without the words that people put around a value; the answer itself if nothing is. */
export function stripFiller(folded: Folded, language: Language, around = language.filler): string {
  const kept = trimPhrases(folded.text, around)
  const to = kept === null ? 0 : withLetterBehind(folded, kept, around)
  const value = kept === null ? null : cleanName(originalBetween(folded, kept.from, to), language)
  return value ?? folded.original.trim()
}
