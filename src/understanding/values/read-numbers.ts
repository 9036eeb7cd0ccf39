import type { Folded } from '../text/fold-text.ts'
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { parseDecimal } from './decimal.ts'
import { isOfNumbers, wordsInNumber } from './number-table.ts'
import { parseAmountWords, parseNumberWords } from './number-words.ts'
import { parseOrdinalWords } from './ordinals.ts'

/** "novecentos e noventa e nove milhões e novecentos e noventa e nove mil e novecentos e noventa e nove". */
const maxNumberWords = 19
/** Longer figures are no number that anybody means. */
export const maxDigits = 30

type NumberLanguage = {
  readonly code: string
  /** The character that parts thousands. */
  readonly groupMark: string
}

/** Ids of figures, in figures, number words or digit by digit. Never corrected: another id is another thing, and "204mil" is none. */
export function idsAt(folded: Folded, at: number, language: NumberLanguage): readonly Capture[] {
  return numbersAt(folded.text, at, /\d+/y, language)
}

/** Whole numbers, the same ways, and with a sign and marks for thousands; "20mil" as well. */
export function integersAt(folded: Folded, at: number, language: NumberLanguage): readonly Capture[] {
  return numbersAt(folded.text, at, /-?\d[\d.,]*/y, language, wordsInNumber)
}

/** Positions: "second", "2nd", "segunda", and plain whole numbers. */
export function ordinalsAt(folded: Folded, at: number, language: NumberLanguage): readonly Capture[] {
  const ordinals = wordRunsAt(folded.text, at, {
    belongs: () => true,
    parse: (words) => {
      const value = parseOrdinalWords(words, language.code)
      return value === null ? null : String(value)
    },
  })
  return [...ordinals, ...integersAt(folded, at, language)]
}

function numbersAt(
  text: string,
  at: number,
  shape: RegExp,
  language: NumberLanguage,
  wordsIn?: typeof wordsInNumber,
): Capture[] {
  const digits = matchAt(shape, text, at)
  const value = digits === null || digits.length > maxDigits ? null : wholeNumber(digits, language)
  const found = wordRunsAt(text, at, {
    belongs: (word) => isOfNumbers(word, language.code),
    parse: (words) => parseNumberWords(words, language.code),
    ...(wordsIn !== undefined && { wordsIn: (word, isFirst) => wordsIn(word, language.code, isFirst) }),
  })
  if (digits === null || value === null || !isWordEnd(text, at + digits.length)) return found
  const end = at + digits.length
  return [...found.filter((capture) => capture.end !== end), { end, value }]
}

/** Digits stay as they were typed: in "007" the zeros may belong to an id. */
function wholeNumber(digits: string, language: NumberLanguage): string | null {
  if (/^-?\d+$/.test(digits)) return digits
  const value = parseDecimal(digits, language.groupMark)
  return value === null || value.includes('.') ? null : value
}

/** Numbers in words from a place on, with a decimal part or without, longest first. */
export function amountWordsAt(text: string, at: number, { code }: Pick<NumberLanguage, 'code'>): Capture[] {
  return wordRunsAt(text, at, {
    belongs: (word) => isOfNumbers(word, code),
    parse: (words) => parseAmountWords(words, code),
    wordsIn: (word, isFirst) => wordsInNumber(word, code, isFirst),
  })
}

/** Every run of words from `at` on that `parse` reads, longest first; a word that does not belong there ends them. */
function wordRunsAt(
  text: string,
  at: number,
  {
    belongs,
    parse,
    wordsIn = (word) => [word],
  }: {
    readonly belongs: (word: string) => boolean
    readonly parse: (words: readonly string[]) => string | null
    /** What a word that is written as one is made of. */
    readonly wordsIn?: (word: string, isFirst: boolean) => readonly string[]
  },
): Capture[] {
  const found: Capture[] = []
  const words: string[] = []
  for (let start = at; start < text.length && words.length < maxNumberWords;) {
    const blank = text.indexOf(' ', start)
    const end = blank < 0 ? text.length : blank
    const parts = wordsIn(text.slice(start, end), words.length === 0)
    if (!parts.every(belongs)) break
    words.push(...parts)
    const value = parse(words)
    if (value !== null) found.unshift({ end, value })
    start = end + 1
  }
  return found
}

/** What a sticky expression finds at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): string | null {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? null
}
