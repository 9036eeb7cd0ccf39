import type { Parameter } from '../../catalogue/catalogue.ts'
import { assertNever } from '../../errors.ts'
import type { Folded } from '../fold-text.ts'
import { isWordEnd } from '../match-literal.ts'
import { afterWord, type Phrases } from '../phrases.ts'
import type { Capture } from '../sentences/slot.ts'
import { phonesAt } from './phone-numbers.ts'
import { parseDecimal } from './decimal.ts'
import { numberTable, parseAmountWords, parseNumberWords } from './number-words.ts'

/** "novecentos e noventa e nove milhões e novecentos e noventa e nove mil e novecentos e noventa e nove". */
const maxNumberWords = 19
const maxDigits = 30

/** What the readers of values need to know of a language. */
export type ValueLanguage = {
  readonly code: string
  /** The character that parts thousands. */
  readonly groupMark: string
  readonly currency: Phrases
  readonly yes: Phrases
  readonly no: Phrases
}

type Read = (text: Folded, at: number) => readonly Capture[]

/** The values of a type that stand at a place, longest first; free text is not found this way and gives none. */
export function valueReader(type: Parameter['type'], language: ValueLanguage): Read {
  switch (type) {
    case 'id':
      return (folded, at) => numbersAt(folded.text, at, /\d+/y, language)
    case 'phone':
      return phonesAt
    case 'integer':
      return (folded, at) => numbersAt(folded.text, at, /-?\d[\d.,]*/y, language)
    case 'decimal':
      return (folded, at) => amountsAt(folded.text, at, language)
    case 'boolean':
      return (folded, at) => [
        ...language.yes.endsAt(folded.text, at).map((end) => ({ end, value: 'true' })),
        ...language.no.endsAt(folded.text, at).map((end) => ({ end, value: 'false' })),
      ]
    case 'choice':
    case 'text':
      return () => []
    default:
      return assertNever(type)
  }
}

/** The values of a choice by what the language calls them. */
export function choiceReader(
  choices: readonly string[],
  { choice }: { readonly choice: (value: string) => Phrases },
): Read {
  return ({ text }, at) =>
    choices.flatMap((value) =>
      choice(value)
        .endsAt(text, at)
        .map((end) => ({ end, value })),
    )
}

function numbersAt(text: string, at: number, shape: RegExp, language: ValueLanguage): Capture[] {
  const digits = matchAt(shape, text, at)
  const value = digits === null || digits.length > maxDigits ? null : wholeNumber(digits, language)
  const found = wordCapturesAt(text, at, (words) => parseNumberWords(words, language.code))
  if (digits === null || value === null || !isWordEnd(text, at + digits.length)) return found
  const end = at + digits.length
  return [...found.filter((capture) => capture.end !== end), { end, value }]
}

/** Digits stay as they were typed: in "007" the zeros may belong to an id. */
function wholeNumber(digits: string, language: ValueLanguage): string | null {
  if (/^-?\d+$/.test(digits)) return digits
  const value = parseDecimal(digits, language.groupMark)
  return value === null || value.includes('.') ? null : value
}

function amountsAt(text: string, at: number, language: ValueLanguage): Capture[] {
  const cents = centsAt(text, at, language).map(({ end, value }) => ({ end, value: `0.${value}` }))
  const amounts = [at, ...currencyBefore(text, at, language)].flatMap((start) => {
    const digits = matchAt(/-?[\d.,]*\d/y, text, start)
    const value = digits === null || digits.length > maxDigits ? null : parseDecimal(digits, language.groupMark)
    const numbers = wordCapturesAt(text, start, (words) => parseAmountWords(words, language.code))
    if (digits !== null && value !== null) numbers.push({ end: start + digits.length, value })
    return numbers.flatMap(({ end, value: whole }) =>
      currencyAfter(text, end, language).flatMap((after) => [
        ...(after === end || whole.includes('.') ? [] : centsAfter(text, after, whole, language)),
        { end: after, value: whole },
      ]),
    )
  })
  return [...amounts, ...cents]
}

/** "… e 50 centavos" after "10 reais"; without the unit only two digits are plain enough ("10 reais e 50"). */
function centsAfter(text: string, at: number, whole: string, language: ValueLanguage): Capture[] {
  const next = afterWord(text, at)
  const joins = numberTable(language.code)?.beforeCents ?? []
  const join = joins.find((word) => text.startsWith(`${word} `, next))
  const start = join === undefined ? next : next + join.length + 1
  const bare = join === undefined ? [] : wordCapturesAt(text, start, (said) => parseAmountWords(said, language.code))
  const cents = [...centsAt(text, start, language), ...bare.filter(({ value }) => /^[1-9]\d$/.test(value))]
  return cents.map(({ end, value }) => ({ end, value: `${whole}.${value}` }))
}

/** "50 centavos", as the two digits of a decimal part. */
function centsAt(text: string, at: number, language: ValueLanguage): Capture[] {
  const words = numberTable(language.code)?.cents ?? []
  return wordCapturesAt(text, at, (number) => parseAmountWords(number, language.code)).flatMap(({ end, value }) => {
    const unit = words.find((word) => text.startsWith(word, end + 1) && isWordEnd(text, end + 1 + word.length))
    if (unit === undefined || !/^\d{1,2}$/.test(value)) return []
    return [{ end: end + 1 + unit.length, value: value.padStart(2, '0') }]
  })
}

/** Where the amount begins after "R$", "$ " or "usd ". */
function currencyBefore(text: string, at: number, language: ValueLanguage): number[] {
  const sign = matchAt(/[a-z]{0,2}\p{Sc} ?/uy, text, at)
  const words = language.currency.endsAt(text, at).map((end) => afterWord(text, end))
  return sign === null ? words : [at + sign.length, ...words]
}

/** Where the amount ends: with the currency after it ("10€", "10 reais", "10usd") or without. */
function currencyAfter(text: string, at: number, language: ValueLanguage): number[] {
  const word = text[at] === ' ' ? at + 1 : at
  const sign = matchAt(/[a-z]{0,2}\p{Sc}/uy, text, word)
  const ends = [...language.currency.endsAt(text, word), ...(sign === null ? [] : [word + sign.length]), at]
  return ends.filter((end) => isWordEnd(text, end))
}

/** Every run of words from `at` on that `parse` reads, longest first. */
function wordCapturesAt(text: string, at: number, parse: (words: readonly string[]) => string | null): Capture[] {
  const found: Capture[] = []
  const words: string[] = []
  for (let start = at; start < text.length && words.length < maxNumberWords;) {
    const blank = text.indexOf(' ', start)
    const end = blank < 0 ? text.length : blank
    words.push(text.slice(start, end))
    const value = parse(words)
    if (value !== null) found.unshift({ end, value })
    start = end + 1
  }
  return found
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? null
}
