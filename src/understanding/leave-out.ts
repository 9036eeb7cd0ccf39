/** "not 218", "el 218 no", "without 218": said of several things that are asked for, it leaves one out. */
import { readExactValue, stripFiller } from './bare-value.ts'
import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord, isMadeOf, lastPlace, skipLeading } from './phrases.ts'
import type { Reading } from './reading.ts'
import type { When } from './values/when.ts'

/** More words are no name. */
const maxNameWords = 4

/** The number that is left out; `null` when the text says something else. "No, 218" corrects, and is none. */
export function readLeftOut(
  folded: Folded,
  language: Language,
  when: When,
): Extract<Reading, { kind: 'leave-out' }> | null {
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
  const value = said.map(number).find((each) => /^\d+$/u.test(each))
  return value === undefined ? null : { kind: 'leave-out', value }
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
