/** "not 218", "el 218 no", "all but 218", "just the second": said of several things that are asked for, it leaves one out, or all but one. */
import { readBareOrdinal, readExactValue, stripFiller } from '../bare-value.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, holdsPhrase, isMadeOf, lastPlace, type Phrases, phrasesIn, skipLeading } from '../text/phrases.ts'
import type { OpenText } from '../open-text.ts'
import type { Reading } from '../reading.ts'
import type { When } from '../values/when.ts'
import { isDigits } from '../text/is-digits.ts'

/** More words are no name. */
const maxNameWords = 4

export function leftOut({ folded, expectation, reader, when }: OpenText): Reading | null {
  if (expectation.kind === 'nothing') return null
  return readAllBut(folded, reader.language, when) ?? readLeftOut(folded, reader.language, when)
}

/** The number that is left out; `null` when the text says something else. "No, 218" corrects, and is none. */
function readLeftOut(folded: Folded, language: Language, when: When): Extract<Reading, { kind: 'leave-out' }> | null {
  const { text, original, starts, ends } = folded
  const number = (words: string) => readExactValue(foldText(words), { type: 'id' }, language, when)?.value ?? ''
  const from = skipLeading(text, language.skipped)
  const before = language.without.endsAt(text, from).map((end) => original.slice(starts[afterWord(text, end)]))
  const at = lastPlace(text, (rest) =>
    [language.deniedAfter, language.words.no, language.words.negation].some((no) =>
      isMadeOf(rest, no, language.skipped),
    ),
  )
  const behind = at === null ? [] : [original.slice(0, ends[at - 2])]
  // "No, 218" has a pause that "not 218" has not.
  const said = [...before.filter(() => !/^\s*\p{L}+\s*[,.;:]/u.test(original)), ...behind]
  const value = said.map(number).find((each) => isDigits(each))
  return value === undefined ? null : { kind: 'leave-out', value }
}

/** 207 of "all but 207", the second of "everything except the second"; `null` when the text says something else. */
function readAllBut(
  folded: Folded,
  language: Language,
  when: When,
): Extract<Reading, { kind: 'leave-out' | 'of-several' }> | null {
  const { text, original, starts } = folded
  for (const { from, to } of phrasesIn(text, language.allBut)) {
    if (to === text.length || !isMadeOf(text.slice(0, Math.max(0, from - 1)), language.allOf, language.filler)) continue
    const rest = foldText(original.slice(starts[afterWord(text, to)]))
    const value = readExactValue(rest, { type: 'id' }, language, when)?.value ?? ''
    if (isDigits(value)) return { kind: 'leave-out', value }
    const place = placeIn(rest, language.filler, language)
    if (place !== null) return { kind: 'of-several', place, not: true }
  }
  return null
}

/** "just the second", "solo el último": the place of the only one that is meant; `null` when the text says something else. */
export function readOnlyPlace(folded: Folded, language: Language): number | 'last' | null {
  return holdsPhrase(folded.text, language.words.only) ? placeIn(folded, language.aroundOnly, language) : null
}

function placeIn(folded: Folded, around: Phrases, language: Language): number | 'last' | null {
  return isMadeOf(folded.text, language.lastOne, around) ? 'last' : readBareOrdinal(folded, around, language)
}

/** Eva of "never mind Eva", "esquece o Rui", for whoever calls that off that is about her; `null` when the text says something else. */
export function readForgotten(folded: Folded, language: Language): string | null {
  const { text, original, starts } = folded
  const [end] = language.forgetting.endsAt(text, skipLeading(text, language.skipped))
  if (end === undefined || end >= text.length) return null
  const name = stripFiller(foldText(original.slice(starts[afterWord(text, end)])), language, language.article)
  const words = foldText(name).text
  const { that_thing: thing, that_person: person, everything } = language.words
  const isNoName = [thing, person, everything].some((each) => isMadeOf(words, each, language.filler))
  return words === '' || /\d/u.test(name) || words.split(' ').length > maxNameWords || isNoName ? null : name
}
