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
  'cancel',
  'negation',
  'and',
] as const

type WordKey = (typeof wordKeys)[number]

/** What every language understands, for it stands in the bot's own replies ("CONFIRM C9F2", "0 to drop it"). */
const everywhere: Partial<Record<WordKey, readonly string[]>> = {
  drop: ['0'],
  help: ['?'],
  confirm: ['confirm'],
  undo: ['undo'],
  cancel: ['cancel'],
}
const currencyCodes = ['usd', 'eur', 'gbp', 'brl', 'ars', 'mxn', 'clp', 'cop', 'pen', 'uyu']

/** The words of a locale, compiled once. */
export type Language = ValueLanguage & {
  readonly words: Readonly<Record<WordKey, Phrases>>
  /** Politeness and the like: ignored wherever it stands outside free text. */
  readonly skipped: Phrases
  /** Skip words and what people put around a bare value (`words.filler`: "it's", "number", "I meant"), the titles of entities among it. */
  readonly filler: Phrases
}

/** Compiles the words of a locale. Optional lists: `words.filler`, `words.currency`, and one per choice value. */
export function compileLanguage(locale: Locale): Language {
  const words = Object.fromEntries(
    wordKeys.map((key) => [key, compilePhrases([...(locale.words[key] ?? []), ...(everywhere[key] ?? [])])]),
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
  }
}
