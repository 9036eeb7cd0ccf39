import type { Locale } from '../catalogue/catalogue.ts'
import { compilePhrases, type Phrases } from './phrases.ts'
import { groupMarkOf } from './values/decimal.ts'
import type { ValueLanguage } from './values/read-values.ts'

/** The lists of `locale.words` that the reader looks things up in; a list that is missing is empty. */
const wordKeys = [
  'yes',
  'no',
  'drop',
  'again',
  'help',
  'menu',
  'back',
  'confirm',
  'undo',
  'retry',
  'cancel',
  'negation',
  'and',
] as const

type WordKey = (typeof wordKeys)[number]

/** What every language understands, whatever its locale lists. */
const everywhere: Partial<Record<WordKey, readonly string[]>> = { drop: ['0'], help: ['?'] }
/**
 * Verbs that stand before a code alone ("CONFIRM C9F2", "DESFAZER #K7Q2M"): each language takes those of all others, for
 * a person may copy them from a reply in another one, and before a code they can mean nothing else.
 */
const shared: readonly WordKey[] = ['confirm', 'undo', 'retry', 'cancel']
const currencyCodes = ['usd', 'eur', 'gbp', 'brl', 'ars', 'mxn', 'clp', 'cop', 'pen', 'uyu']

/** The words of a locale, compiled once. */
export type Language = ValueLanguage & {
  readonly words: Readonly<Record<WordKey, Phrases>>
  /** Politeness and the like: ignored wherever it stands outside free text. */
  readonly skipped: Phrases
  /** Skip words and what people put around a bare value (`words.filler`: "it's", "number", "I meant"), the titles of entities among it. */
  readonly filler: Phrases
  /** What people call a value of a choice: the value itself, and `words.<value>`. */
  readonly choice: (value: string) => Phrases
}

/**
 * Compiles the words of a locale; `others` are all locales that there are. Optional lists: `words.filler`,
 * `words.currency`, and one per choice value.
 */
export function compileLanguage(locale: Locale, others: Iterable<Locale>): Language {
  const locales = [locale, ...others]
  const words = Object.fromEntries(
    wordKeys.map((key) => {
      const spoken = (shared.includes(key) ? locales : [locale]).flatMap((each) => each.words[key] ?? [])
      return [key, compilePhrases([...spoken, ...(everywhere[key] ?? [])])]
    }),
    // `fromEntries` forgets the keys that `wordKeys` spells out.
  ) as Record<WordKey, Phrases>
  const titles = Object.values(locale.entities).map(({ title }) => title)
  return {
    code: locale.language,
    groupMark: groupMarkOf(locale.region),
    currency: compilePhrases([...currencyCodes, ...(locale.words['currency'] ?? [])]),
    yes: words.yes,
    no: words.no,
    words,
    skipped: compilePhrases(locale.skipWords),
    filler: compilePhrases([...locale.skipWords, ...titles, ...(locale.words['filler'] ?? [])]),
    choice: createChoiceWords(locale),
  }
}

function createChoiceWords(locale: Locale): Language['choice'] {
  const known = new Map<string, Phrases>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    // A value such as "confirm" must not get the words of control of the same name.
    const own = wordKeys.some((key) => key === value) ? [] : (locale.words[value] ?? [])
    const phrases = compilePhrases([value, value.replaceAll(/[_-]/g, ' '), ...own])
    known.set(value, phrases)
    return phrases
  }
}
