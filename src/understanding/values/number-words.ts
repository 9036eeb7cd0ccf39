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
  /** Twelve of what is named: "two dozen". */
  readonly dozens: readonly string[]
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

const largest = 999_999_999
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
  const size = own(scales, scale)
  // Of a million "1millon500" leaves open what of.
  const isMade = size !== null && (figures !== '' || rest !== '') && (rest === '' || size === thousand)
  return isMade ? [figures, scale, rest].filter((part) => part !== '') : [word]
}

/** The number that folded words say, cardinal or digit by digit, as canonical decimal; `null` when they say none. */
export function parseNumberWords(words: readonly string[], language: string): string | null {
  const table = numberTable(language)
  return table === null ? plainDigits(words) : (cardinal(words, table) ?? spoken(words, table))
}

/** Whether the word is counted with, and is nothing that anything costs so much a piece of: "hundred", "mil", the "cent" of "per cent". */
export function isCountingWord(word: string, language: string): boolean {
  const { small = {}, tens = {}, hundreds = {}, scales = {}, hundred = [], cents = [] } = numberTable(language) ?? {}
  return (
    [small, tens, hundreds, scales].some((each) => Object.hasOwn(each, word)) || [...hundred, ...cents].includes(word)
  )
}

/**
 * The same, cardinals only and with a decimal part ("ten point five"): for amounts, where "ten fifty" could be 10.50 as
 * well as 1050 and must not be guessed.
 */
export function parseAmountWords(words: readonly string[], language: string): string | null {
  const table = numberTable(language)
  if (table === null) return plainDigits(words)
  const halfOf = (said: readonly string[]) =>
    table.half.map((phrase) => phrase.split(' ')).find((phrase) => endsWith(said, phrase))
  const half = halfOf(words)
  if (half !== undefined) return withHalf(words.slice(0, -half.length), table)
  const scale = own(table.scales, words.at(-1) ?? '')
  if (scale !== null && scale >= halvedScale && table.halfScale.includes(words.slice(0, -1).join(' ')))
    return String(scale / 2)
  const halfBefore = scale === null ? undefined : halfOf(words.slice(0, -1))
  if (scale !== null && halfBefore !== undefined) {
    const number = cardinal(words.slice(0, -1 - halfBefore.length), table)
    return number === null ? null : String((Number(number) + 0.5) * scale)
  }
  const point = words.findIndex((word) => table.point.includes(word))
  if (point < 0) return cardinal(words, table)
  const whole = cardinal(words.slice(0, point), table)
  const digits = fraction(words.slice(point + 1), table)
  return whole === null || digits === null ? null : `${whole}.${digits}`
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return words.length > end.length && end.every((word, at) => words.at(at - end.length) === word)
}

/** From here on a scale may be halved: "a million and a half". */
const halvedScale = 100_000

/** "ten and a half"; half of what, after a hundred or a thousand, is not said. */
function withHalf(words: readonly string[], table: NumberTable): string | null {
  const last = words.at(-1) ?? ''
  const scale = own(table.scales, last)
  const whole = cardinal(words, table)
  if (whole === null || table.hundred.includes(last)) return null
  if (scale === null) return `${whole}.5`
  return scale < halvedScale ? null : String(Number(whole) + scale / 2)
}

/** "five", "zero five"; and "fifty" where the language says it so. */
function fraction(words: readonly string[], table: NumberTable): string | null {
  const digits = words.map((word) => digit(word, table))
  if (digits.length > 0 && !digits.includes(null)) return digits.join('')
  const number = table.fractionsAsNumbers ? cardinal(words, table) : null
  return number?.length === 2 ? number : null
}

/** The table of a language, its regions included; `null` when there is none and only digits are read. */
export function numberTable(language: string): NumberTable | null {
  return forLanguage(tables, language)
}

function plainDigits(words: readonly string[]): string | null {
  const [word] = words
  return words.length === 1 && word !== undefined && /^\d{1,9}$/.test(word) ? String(Number(word)) : null
}

function cardinal(words: readonly string[], table: NumberTable): string | null {
  const [only] = words
  if (only !== undefined && words.length === 1 && (table.zero.includes(only) || /^0+$/.test(only))) return '0'
  if (plainDigits(words) !== null) return plainDigits(words)
  let total = 0
  let group = 0
  let lastScale = Infinity
  let isLoose = false
  let open: 'and' | 'one' | null = null
  /** The last word that is not "and". */
  let last = ''
  for (const [at, word] of words.entries()) {
    const scale = own(table.scales, word)
    if (table.and.includes(word)) {
      if (open !== null || (group === 0 ? total : group) < table.andFrom) return null
      open = 'and'
      continue
    }
    if (table.one.includes(word) && group === 0 && open !== 'one') {
      open = 'one'
      continue
    }
    if (table.hundred.includes(word)) {
      const factor = group === 0 && open !== 'and' ? 1 : group
      if (factor < 1 || factor > 99 || open === 'and') return null
      group = factor * 100
    } else if (scale !== null) {
      const bare = group === 0 && table.bareScales.includes(word)
      const factor = bare || (group === 0 && total === 0) ? 1 : group
      if (factor < 1 || scale >= lastScale || (open === 'and' && !bare) || table.openHundreds.includes(last))
        return null
      total += factor * scale
      group = 0
      lastScale = scale
      isLoose = table.looseScales.includes(word)
    } else {
      const value = open === 'one' || table.roundHundreds.includes(last) ? null : atom(word, words[at - 1] ?? '', table)
      if (value === null || !fits(value, group)) return null
      group += value
    }
    open = null
    last = word
  }
  const sum = total + group
  const mayBeMore = isLoose && group > 0 && group < 100
  return open !== null ||
    table.openHundreds.includes(last) ||
    sum < 1 ||
    sum > largest ||
    group >= lastScale ||
    mayBeMore
    ? null
    : String(sum)
}

/** Digits may stand in for a word ("2 hundred"), but "20 4" is two numbers. */
function atom(word: string, before: string, table: NumberTable): number | null {
  if (/^[1-9]\d{0,2}$/.test(word)) return /^\d/.test(before) ? null : Number(word)
  return own(table.small, word) ?? own(table.tens, word) ?? own(table.hundreds, word)
}

/** Whether a smaller number may still be added: 200 takes 5, 20 takes 5, 5 takes nothing. */
function fits(value: number, group: number): boolean {
  if (value >= 100) return group === 0
  if (group % 100 === 0) return true
  return value < 10 && group % 10 === 0 && group % 100 >= 20
}

/**
 * "two oh six", "nineteen ninety", "double four": the parts are put side by side, as they are written, zeros and all. Beside a figure
 * stand single digits alone: of "order 3 ten fifty" the order is 3.
 */
function spoken(words: readonly string[], table: NumberTable): string | null {
  if (words.length < 2 || own(table.spokenDigits, words[0] ?? '') === 0) return null
  const isInFigures = words.some((word) => /^\d/u.test(word))
  // "un 9", "um nove" is a nine, and "one 9" nobody knows.
  const mayBeArticle = isInFigures ? own(table.small, words[0] ?? '') === 1 : table.articles.includes(words[0] ?? '')
  if (mayBeArticle && words.length === 2) return null
  let digits = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const repeated = own(table.repeats, word)
    if (repeated !== null) {
      const again = digit(words[at + 1] ?? '', table)
      if (again === null) return null
      digits += String(again).repeat(repeated)
      at++
      continue
    }
    if (isInFigures && digit(word, table) === null) return null
    const tens = own(table.tens, word)
    const unitAt = table.andFrom <= 20 && table.and.includes(words[at + 1] ?? '') ? at + 2 : at + 1
    const unit = tens === null ? null : digit(words[unitAt] ?? '', table)
    const part = tens ?? own(table.small, word) ?? digit(word, table)
    if (part === null) return null
    const joins = tens !== null && unit !== null && unit > 0
    digits += joins ? tens + unit : part
    if (joins) at = unitAt
  }
  return digits.length > String(largest).length ? null : digits
}

function digit(word: string, table: NumberTable): number | null {
  if (/^\d$/.test(word)) return Number(word)
  if (table.zero.includes(word)) return 0
  const value = own(table.spokenDigits, word) ?? own(table.small, word)
  return value !== null && value < 10 ? value : null
}

/** A word such as "constructor" must not find what every object has. */
function own(record: Readonly<Record<string, number>>, word: string): number | null {
  return Object.hasOwn(record, word) ? (record[word] ?? null) : null
}
