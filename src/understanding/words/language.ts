import type { Locale } from '../../catalogue/catalogue.ts'
import { controlWords } from '../../catalogue/control-words.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
import { compilePhrases, type Phrases } from '../text/phrases.ts'
import { currencyWords, homeCurrencyOf } from '../values/currencies.ts'
import { createDateReaders } from '../values/dates/date-readers.ts'
import { dateOrderOf } from '../values/dates/numeric-date.ts'
import { groupMarkOf } from '../values/decimal.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import { pluralsOf } from './plurals.ts'
import { wordLists, wordsOf } from './word-lists.ts'

/** The lists of `locale.words` that the reader looks things up in; a list that is missing is empty. */
type WordKey = (typeof controlWords)[number]

/** What every language understands, whatever its locale lists. */
const everywhere: Partial<Record<WordKey, readonly string[]>> = { drop: ['0'], help: ['?'] }
/**
 * Verbs that stand before a code alone ("CONFIRM C9F2", "DESFAZER #K7Q2M"): each language takes those of all others, for
 * a person may copy them from a reply in another one, and before a code they can mean nothing else.
 */
const shared: readonly WordKey[] = ['confirm', 'undo', 'retry', 'cancel']

/** The words of a locale, compiled once. */
export type Language = ValueLanguage & { readonly [List in keyof typeof wordLists]: Phrases } & {
  readonly words: Readonly<Record<WordKey, Phrases>>
  /** What stands before how long it is until then (`words.ahead`: "in"). */
  readonly ahead: string
  /** What stands before a reason (`words.because`); '' where the locale does not say. */
  readonly because: string
  /** How whoever writes says that something is to be done (`words.i_want`: "I want"). */
  readonly iWant: string
  /** What leads from the first of some days to the last (`words.through`), to be written in place of a dash. */
  readonly rangeWord: string
  /** What a sum, a day or a time is called, whatever its parameter is (`words.called_sum`, `words.called_time`). */
  readonly calledSum: readonly string[]
  readonly calledTime: readonly string[]
  /** What stands before a price (`words.at_price`: "at"), where "@" may be written as well. */
  readonly atPrice: readonly string[]
  /** By each kind of thing whose ids mean nothing to people: its title, or that and what stands before a number (`words.of_number`: "number"), behind which alone a number is one of them. */
  readonly unnumbered: ReadonlyMap<string, Phrases>
}

/** Whose numbers and sums are read: those of a region (BCP 47), and of a country the currency (ISO 4217) that "$" and its like mean there. */
export type SpokenIn = { readonly region: string; readonly home: string | undefined }

/** Compiles the words of a locale, as they are spoken there or in its own region; `others` are all locales that there are. */
export function compileLanguage(
  locale: Locale,
  others: Iterable<Locale>,
  { region, home }: SpokenIn = spokenAt(locale.region),
): Language {
  const locales = [locale, ...others]
  const words = Object.fromEntries(
    controlWords.map((key) => {
      const spoken = (shared.includes(key) ? locales : [locale]).flatMap((each) => each.words[key] ?? [])
      return [key, compilePhrases([...spoken, ...(everywhere[key] ?? [])])]
    }),
    // `fromEntries` forgets the keys that `controlWords` spells out.
  ) as Record<WordKey, Phrases>
  const lists = Object.fromEntries(
    Object.entries(wordLists).map(([list, sources]) => [list, compilePhrases(wordsOf(locale, sources))]),
    // It forgets those of `wordLists` as well.
  ) as Record<keyof typeof wordLists, Phrases>
  const firstOf = (key: string) => locale.words[key]?.[0] ?? ''
  return {
    ...lists,
    words,
    code: locale.language,
    region: locale.region,
    groupMark: groupMarkOf(region),
    home,
    currency: compilePhrases([...currencyWords(locale.language), ...(locale.words['currency'] ?? [])]),
    dates: createDateReaders(locale.language, dateOrderOf(locale.region)),
    yes: words.yes,
    no: words.no,
    ahead: firstOf('ahead'),
    because: firstOf('because'),
    iWant: firstOf('i_want'),
    rangeWord: firstOf('through'),
    calledSum: locale.words['called_sum'] ?? [],
    calledTime: locale.words['called_time'] ?? [],
    atPrice: locale.words['at_price'] ?? [],
    unnumbered: unnumberedOf(locale),
    choice: createChoiceWords(locale),
  }
}

/** As people of a region (BCP 47) speak at home. */
export function spokenAt(region: string): SpokenIn {
  return { region, home: homeCurrencyOf(new Intl.Locale(region).region) }
}

function unnumberedOf({ entities, words }: Locale): ReadonlyMap<string, Phrases> {
  const unnumbered = Object.entries(entities).filter(([, texts]) => !isKnownById(texts))
  const ofNumber = ['', ...(words['of_number'] ?? []).map((word) => ` ${word}`)]
  return new Map(
    unnumbered.map(([kind, { title }]) => {
      // Of several ("orders 204 and 205") it is said in the plural.
      const titles = [title, ...pluralsOf(title)]
      return [kind, compilePhrases(titles.flatMap((each) => ofNumber.map((word) => `${each}${word}`)))]
    }),
  )
}

/** What a language calls a value of a choice; the value itself is among it. */
export function choiceWords(locale: Locale, value: string): readonly string[] {
  // A value such as "confirm" must not get the words of control of the same name.
  const own = controlWords.some((key) => key === value) ? [] : (locale.words[value] ?? [])
  return [value, value.replaceAll(/[_-]/g, ' '), ...own]
}

function createChoiceWords(locale: Locale): Language['choice'] {
  const known = new Map<string, Phrases>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const phrases = compilePhrases(choiceWords(locale, value))
    known.set(value, phrases)
    return phrases
  }
}
