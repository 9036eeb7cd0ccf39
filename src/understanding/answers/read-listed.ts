/** Readers of `readOpen` for what is said of a list that is open: a number in it, or what one of its rows is called. */
import { asValue, readBareNumber, readBareOrdinal, readExactValue, stripFiller } from '../bare-value.ts'
import { readCorrectedValue } from '../corrections/corrected-value.ts'
import { readOnlyPlace } from '../corrections/leave-out.ts'
import { listedIn, listedTimesIn, type OpenText } from '../open-text.ts'
import { placesAfterYes } from './agreement.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { afterWord, holdsPhrase, isMadeOf, lastPlace, skipLeading } from '../text/phrases.ts'
import type { Language } from '../words/language.ts'
import type { Reading } from '../reading.ts'
import { dateWords } from '../values/dates/date-words.ts'
import { parseOrdinalWords } from '../values/ordinals.ts'
import { clockReadings } from '../values/clock-values.ts'

type Choice = Extract<OpenText['expectation'], { kind: 'choice' }>

/** Longer answers to a list call none of its options. */
const maxCalledWords = 6

export function listedPhone(said: OpenText): Reading | null {
  const phone = listedIn(said)?.find(({ type }) => type === 'phone')
  const value = phone === undefined ? null : readExactValue(said.folded, phone, said.reader.language, said.when)
  return value === null ? null : asValue(value)
}

export function bareNumber(said: OpenText): Reading | null {
  const { folded, expectation, reader } = said
  const { language } = reader
  const n =
    expectation.kind === 'choice'
      ? (readBareNumber(folded, language.answering, language) ?? bareOrdinal(said, expectation.count))
      : readBareNumber(folded, language.skipped, language)
  if (n === null) return null
  return n === 0 ? { kind: 'drop' } : { kind: 'pick', n }
}

/** "Sexta" is the sixth of a list, and of two days the Friday. */
function bareOrdinal(said: OpenText, count: number): number | null {
  const { language } = said.reader
  const n = readBareOrdinal(said.folded, language.aroundPlace, language)
  if (n === null || listedTimesIn(said).length === 0) return n
  // "O de segunda" is of that day, and no second one.
  const ofDay = dateWords(language.code)?.ofDay ?? []
  const [before = '', last = ''] = said.folded.text.split(' ').slice(-2)
  const isOfDay = ofDay.includes(before) && parseOrdinalWords([last], language.code) !== null
  return n > count || isOfDay ? null : n
}

/** "The last one". */
export function lastOne({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  if (expectation.kind !== 'choice' || !isMadeOf(folded.text, language.lastOne, language.aroundPlace)) return null
  const isOfList = expectation.last === undefined && holdsPhrase(folded.text, language.ofTheList)
  return isOfList ? { kind: 'pick', n: expectation.count } : lastIn(expectation)
}

/** "Only the second" of a list, or of several things that are open or wait. */
export function onlyOne({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const place = expectation.kind === 'nothing' ? null : readOnlyPlace(folded, language)
  if (place === null) return null
  if (expectation.kind !== 'choice') return expectation.kind === 'confirmation' ? { kind: 'of-several', place } : null
  return place === 'last' ? lastIn(expectation) : { kind: 'pick', n: place }
}

/** The last one of a list of things where it is known which that is, or else either end of it, of which the person says which. */
function lastIn({ count, last, values = [] }: Choice): Reading | null {
  if (last !== undefined) return { kind: 'pick', n: last }
  return values.length === 0 ? { kind: 'pick', n: count } : { kind: 'of-several', place: 'last' }
}

/**
 * One of the days or moments of a list that is said in full, behind a yes as well ("sure, in the afternoon"); `null` as well for a time that
 * leaves open which half of the day it is on.
 */
export function listedTime(said: OpenText): Reading | null {
  const { folded, reader, when } = said
  const times = listedTimesIn(said)
  if (times.length === 0) return null
  const behindYes = placesAfterYes(folded.text, reader.language).map((at) =>
    foldText(folded.original.slice(folded.starts[at])),
  )
  // "The Friday one" is no Friday at one.
  const found = [...withoutStandIn(folded, reader.language), folded, ...behindYes]
    .map((each) => readCorrectedValue(each, times, reader.language, when))
    .find((each) => each !== null)
  if (found === undefined) return null
  const { correction: value, said: words, as, or = [] } = found
  const isOpen = as === 'time' && or.some((each) => clockReadings(each.correction).length > 1)
  return isOpen ? null : asValue({ value, ...(words === undefined ? {} : { said: words }) })
}

/** "Next monday" of "the one next monday", "monday" of "the monday one" and "monday's". */
function withoutStandIn(folded: Folded, language: Language): readonly Folded[] {
  const { text, original, starts, ends } = folded
  const { article, standIn } = language
  const lead = standIn.endsAt(text, skipLeading(text, article))[0]
  const from = lead === undefined ? 0 : afterWord(text, lead)
  const tail = lastPlace(text, (rest) => isMadeOf(rest, standIn, standIn))
  const to = tail === null || tail <= from ? text.length : tail - 1
  if (from >= text.length) return []
  const rest = original.slice(starts[from], ends[to - 1]).replace(/['’]s$/u, '')
  return rest === original.slice(starts[0], ends[text.length - 1]) ? [] : [foldText(rest)]
}

/** "El 215" where nothing is open that it could correct. */
export function numberWithArticle({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const n = expectation.kind === 'nothing' ? readBareNumber(folded, language.article, language) : null
  return n === null ? null : { kind: 'pick', n }
}

/** What an option of a list may be called by. */
export function called(said: OpenText): Reading | null {
  if (listedIn(said) === undefined) return null
  const name = stripFiller(said.folded, said.reader.language)
  return name === '' || name.split(/\s+/u).length > maxCalledWords ? null : { kind: 'unknown', name }
}
