import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import { choiceWords } from '../words/language.ts'
import { currencyWords } from '../values/currencies.ts'
import { dateWords } from '../values/dates/date-words.ts'
import { createVocabulary } from '../words/vocabulary.ts'

/** What people ask for things with, apart from what is a name or was heard wrongly. */
export type KnownWords = {
  /** The words of sentences, menus, things, choices and control, and those of days and sums; folded. */
  readonly words: ReadonlySet<string>
  /** Whether a word is one of these, or of a number, or nobody's typo. */
  readonly knows: (word: string) => boolean
}

export function createKnownWords(catalogue: Catalogue, locale: Locale): KnownWords {
  const vocabulary = createVocabulary(locale)
  const values = [...choicesOf(catalogue, locale), ...datesOf(locale), ...currencyWords(locale.language)]
  const words = new Set([...vocabulary.words, ...values.flatMap(wordsIn)])
  return { words, knows: (word) => wordsIn(word).every((each) => words.has(each) || vocabulary.knows(each)) }
}

function choicesOf(catalogue: Catalogue, locale: Locale): readonly string[] {
  const choices = [...catalogue.commands.values()]
    .flatMap(({ parameters }) => parameters)
    .flatMap(({ schema }) => (Array.isArray(schema['enum']) ? schema['enum'] : []))
  return choices.flatMap((choice) => choiceWords(locale, String(choice)))
}

function datesOf({ language }: Locale): readonly string[] {
  const words = dateWords(language)
  if (words === null) return []
  const { weekdays, months, units, dates, monthsSaid, times, waits, parts, dayParts } = words
  const patterns = [dates, monthsSaid, times, waits, parts, dayParts].flatMap((each) => Object.values(each).flat())
  return [
    ...Object.keys(weekdays),
    ...Object.keys(months),
    ...Object.values(units).flat(),
    ...words.one,
    ...words.dateLead,
    ...words.timeLead,
    ...words.ofDay,
    ...Object.values(words.todays).flat(),
    ...patterns.map((pattern) => pattern.replaceAll(/\{[^}]*\}/gu, ' ')),
  ]
}

function wordsIn(text: string): string[] {
  return foldText(text).text.match(/\p{L}+/gu) ?? []
}
