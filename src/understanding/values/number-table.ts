import { forLanguage } from '../text/for-language.ts'
import { englishNumbers } from './number-words-en.ts'
import { portugueseNumbers } from './number-words-pt.ts'
import { spanishNumbers } from './number-words-es.ts'
import { isDigits } from '../text/is-digits.ts'

/**
 * The number words of one language, in small letters and without accents, as folded text has them. The reader knows two
 * ways of saying a number: as a cardinal ("two hundred and five") and as it is written ("two oh six", "nineteen
 * ninety"); a language that adds its table gets both.
 */
export type NumberTable = {
  /** 1 to 19, and what else below 100 is one word that nothing can be added to ("veintiuno"). */
  readonly small: Readonly<Record<string, number>>
  /** 20 to 90. */
  readonly tens: Readonly<Record<string, number>>
  /** Languages with words for whole hundreds ("duzentos"): 100 to 900. */
  readonly hundreds: Readonly<Record<string, number>>
  /** Those of `hundreds` that take nothing smaller after them ("cem", "cien"). */
  readonly roundHundreds: readonly string[]
  /** Those of `hundreds` that are no number without something smaller after them ("cento", "ciento"). */
  readonly openHundreds: readonly string[]
  /** Words that multiply what stands before them by one hundred. */
  readonly hundred: readonly string[]
  readonly scales: Readonly<Record<string, number>>
  /** Those of `scales` that are one of themselves wherever nothing stands before them: "um milhão e mil". */
  readonly bareScales: readonly string[]
  /** Those of `scales` behind which a small number may be more of them: "2 lakh 50" is two and a half. */
  readonly looseScales: readonly string[]
  /** A number by itself. */
  readonly zero: readonly string[]
  /** Digits only beside other digits: "oh" alone is a sigh, "meia" a sock. */
  readonly spokenDigits: Readonly<Record<string, number>>
  /** Say the digit that follows several times: "double four". */
  readonly repeats: Readonly<Record<string, number>>
  readonly and: readonly string[]
  /** "and" may follow an amount of this size or more; 20 where it joins tens and units ("vinte e um"). */
  readonly andFrom: number
  /** Stand for one before a hundred or a scale: "a hundred". */
  readonly one: readonly string[]
  /** What is said for one, and before any thing: "un". */
  readonly articles: readonly string[]
  readonly point: readonly string[]
  /** What adds one half: "and a half". */
  readonly half: readonly string[]
  /** One half of what is named behind it: "half a kilo". */
  readonly halfOf: readonly string[]
  /** The same of one of the larger scales: "half a million", "half lakh". */
  readonly halfScale: readonly string[]
  /** Count several of what is named: "two dozen". */
  readonly groups: Readonly<Record<string, number>>
  /** The same behind an article alone: "a couple of"; "2 pairs" may be two things. */
  readonly groupsOfOne: Readonly<Record<string, number>>
  /** What may lead from a round number to what is counted: "two dozen of", "un millón de". */
  readonly of: readonly string[]
  /** Whether two digits after the point may be said as one number: "dez vírgula cinquenta". */
  readonly fractionsAsNumbers: boolean
  /** Hundredths of a currency: "dez reais e cinquenta centavos". */
  readonly cents: readonly string[]
  /** What may stand between the whole part and the hundredths. */
  readonly beforeCents: readonly string[]
  /** The same where no currency is named: "cinco con cincuenta"; and where both parts are figures: "29 e 90". */
  readonly centsBehind: readonly string[]
  readonly figuresBehind: readonly string[]
  /** Hundredths of one currency (ISO 4217, in small letters), and what notes are called: "50p", "a fiver". */
  readonly pence: Readonly<Record<string, string>>
  readonly notes: Readonly<Record<string, number>>
  /** Words for thousands and millions of money alone, by their zeros. */
  readonly slang: readonly Slang[]
  /** What ends a sum, as on a cheque: "500 rupees only". */
  readonly closing: readonly string[]
  /** What says before an amount that it is only near: "around 20". */
  readonly about: readonly string[]
  /** The same behind it: "20 or so". */
  readonly orSo: readonly string[]
}

type Slang = {
  readonly zeros: Readonly<Record<string, number>>
  /** The family of currencies that has them; absent where all have. */
  readonly among?: string
  /** Whether the word alone is one of it: "luca y media". */
  readonly alone?: true
}

const thousand = 1_000
const tables: Readonly<Record<string, NumberTable>> = {
  en: englishNumbers,
  pt: portugueseNumbers,
  es: spanishNumbers,
}

/** Every word that numbers are said with, by language. */
const wordsOfNumbers: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(tables).map(([language, table]) => [language, new Set(wordsOf(table))]),
)

function wordsOf(table: NumberTable): readonly string[] {
  const values = [table.small, table.tens, table.hundreds, table.scales, table.spokenDigits, table.repeats]
  const phrases = [table.hundred, table.zero, table.and, table.one, table.point, table.half]
  return [...values.flatMap(Object.keys), ...phrases.flat().flatMap((phrase) => phrase.split(' '))]
}

/** Whether a folded word may be part of a number: no run of words that has another one says any. */
export function isOfNumbers(word: string, language: string): boolean {
  return isDigits(word) || forLanguage(wordsOfNumbers, language)?.has(word) === true
}

/**
 * "20mil" as its two words, "5mil500" as its three, and "25k", behind another word of a number ("1 lakh 25k"), as "25 thousand"; any other
 * word is one.
 */
export function wordsInNumber(word: string, language: string, isFirst = true): readonly string[] {
  const scales = numberTable(language)?.scales ?? {}
  const [, figures = '', said = '', rest = ''] = /^([1-9]\d{0,2})?(\p{L}+)([1-9]\d\d)?$/u.exec(word) ?? []
  const thousands = Object.keys(scales).find((each) => scales[each] === thousand) ?? ''
  const scale = said === 'k' && !isFirst ? thousands : said
  const size = valueOf(scales, scale)
  // Of a million "1millon500" leaves open what of.
  const isMade = size !== null && (figures !== '' || rest !== '') && (rest === '' || size === thousand)
  return isMade ? [figures, scale, rest].filter((part) => part !== '') : [word]
}

/** Whether the word is counted with, and is nothing that anything costs so much a piece of: "hundred", "mil", the "cent" of "per cent". */
export function isCountingWord(word: string, language: string): boolean {
  const { small = {}, tens = {}, hundreds = {}, scales = {}, hundred = [], cents = [] } = numberTable(language) ?? {}
  return (
    [small, tens, hundreds, scales].some((each) => Object.hasOwn(each, word)) || [...hundred, ...cents].includes(word)
  )
}

/** The table of a language, its regions included; `null` when there is none and only digits are read. */
export function numberTable(language: string): NumberTable | null {
  return forLanguage(tables, language)
}

/** A word such as "constructor" must not find what every object has. */
export function valueOf(record: Readonly<Record<string, number>>, word: string): number | null {
  return Object.hasOwn(record, word) ? (record[word] ?? null) : null
}
