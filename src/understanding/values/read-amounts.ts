import { isWordEnd } from '../text/match-literal.ts'
import { afterWord } from '../text/phrases.ts'
import type { Capture } from '../sentences/slot.ts'
import { currencyOf, groupMarkOfCurrency } from './currencies.ts'
import { isTwoNumbers, parseDecimal } from './decimal.ts'
import { numberTable } from './number-table.ts'
import { matchAt, maxDigits, amountWordsAt } from './read-numbers.ts'
import { notesAt, shifted, slangSumsAt } from './slang-sums.ts'
import type { ValueLanguage } from './value-language.ts'

/** An amount, and what was said of its currency, '' when nothing was. */
export type AmountCapture = Capture & { readonly currency: string }

type AmountLanguage = Pick<ValueLanguage, 'code' | 'home' | 'groupMark' | 'currency'>

/** What stands for a currency without being a word: "R$", "US$", "u$s", "€", "S/", "Rs.500". */
const sign = /(?:(?:[a-z]{0,2}\p{Sc}[sd]?|s\/)\.?|rs\.?(?=\d))/uy

/**
 * Decimal numbers as amounts: in figures, in words, with a currency before or after them, with hundredths of it. With two decimals
 * at most (`cents`), figures that may be two numbers ("1.000") are given as they were written unless the currency tells, `wanted`
 * where it is not said: they are no amount yet.
 */
export function amountsAt(
  text: string,
  at: number,
  language: AmountLanguage,
  {
    cents: inCents = false,
    currency: wanted,
    isMoney = false,
  }: { readonly cents?: boolean; readonly currency?: string; readonly isMoney?: boolean } = {},
): AmountCapture[] {
  const cents = centsAt(text, at, language).map(({ end, value }) => ({ end, value: `0.${value}`, currency: '' }))
  const amounts = startsAt(text, at, language).flatMap(({ end: start, said }) =>
    sumsAt(text, start, language, isMoney).flatMap(({ end, value: whole }) =>
      currencyAfter(text, end, language).flatMap((after) => {
        const currency = oneCurrency(said, after.said)
        if (currency === null) return []
        const figures = text.slice(start, end)
        const isNamed = after.said !== ''
        const withCents = whole.includes('.')
          ? []
          : (isNamed ? centsAfter : plainCentsAfter)(text, after.end, whole, language)
        const isOpen = inCents && isTwoNumbers(figures) && !figures.includes(language.groupMark)
        const value = isOpen ? inCurrency(figures, currencyOf(currency, wanted, language)) : whole
        return [...withCents, { end: after.end, value }].map((capture) => ({ ...capture, currency }))
      }),
    ),
  )
  return [...amounts, ...cents, ...(isMoney ? penceAt(text, at, language) : [])].flatMap((amount) => {
    // "Ninety-nine ninety-nine" may be 99.99.
    const isInFigures = /\d/u.test(text.slice(at, amount.end))
    return [...(isInFigures ? saidAgainAfter(text, amount, language) : []), amount]
  })
}

/** Of money also in words that mean nothing else there: "2.5 L" of oil are litres. */
function sumsAt(text: string, at: number, language: AmountLanguage, isMoney: boolean): readonly Capture[] {
  const plain = plainAmountsAt(text, at, language)
  return isMoney ? [...slangSumsAt(text, at, plain, language), ...notesAt(text, at, plain, language), ...plain] : plain
}

/** Where the number begins, also behind a currency. */
function startsAt(text: string, at: number, language: AmountLanguage): readonly CurrencySaid[] {
  return [{ end: at, said: '' }, ...currencyBefore(text, at, language)]
}

/** "R$ 20 (vinte)": the same number once more, in words behind its figures. */
function saidAgainAfter(
  text: string,
  { end, value, currency }: AmountCapture,
  language: AmountLanguage,
): AmountCapture[] {
  const next = afterWord(text, end)
  return amountWordsAt(text, next, language)
    .filter((again) => again.value === value && !/\d/u.test(text.slice(next, again.end)))
    .flatMap((again) => currencyAfter(text, again.end, language))
    .flatMap((after) => {
      const one = oneCurrency(currency, after.said)
      return one === null ? [] : [{ end: after.end, value, currency: one }]
    })
}

/** "1.000" where the currency's people part thousands so; else as it is. */
function inCurrency(figures: string, currency: string | null): string {
  const mark = currency === null ? null : groupMarkOfCurrency(currency)
  return mark === null ? figures : figures.replace(mark, '')
}

/** What was said on both sides of an amount; "$" says less than a code. `null` when it is not one currency. */
function oneCurrency(before: string, after: string): string | null {
  const said = [...new Set([before, after])].filter((each) => each !== '')
  const [one = said[0] ?? '', ...others] = said.filter((each) => each !== '$')
  return others.length === 0 ? one : null
}

/** Decimal numbers alone, "1.5k", "1,5 mil" and "1,5mil" included. */
export function plainAmountsAt(text: string, at: number, language: AmountLanguage): Capture[] {
  const numbers = amountWordsAt(text, at, language)
  const digits = matchAt(/-?[\d.,]*\d/y, text, at)
  const value = digits === null || digits.length > maxDigits ? null : parseDecimal(digits, language.groupMark)
  if (digits === null || value === null) return numbers
  const end = at + digits.length
  return [...numbers, ...thousandsAfter(text, end, digits, value, language), { end, value }]
}

/** Only after a number that no mark for thousands could have made: "1.500k" may be anything. */
function thousandsAfter(
  text: string,
  at: number,
  digits: string,
  value: string,
  language: AmountLanguage,
): readonly Capture[] {
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/u.test(digits)) return []
  const short = matchAt(/ ?k/y, text, at)
  const scales = Object.entries(numberTable(language.code)?.scales ?? {})
  const named = scales.flatMap(([word, scale]) =>
    digits.length > 3 || value.includes('.')
      ? [` ${word}`, word].map((said) => ({ end: at + said.length, word: said, scale }))
      : [],
  )
  return [
    ...(short === null ? [] : [{ end: at + short.length, word: short, scale: 1000 }]),
    ...named.filter(({ word }) => text.startsWith(word, at)),
  ]
    .filter(({ end }) => isWordEnd(text, end))
    .map(({ end, scale }) => ({ end, value: shifted(value, String(scale).length - 1) }))
}

/** "… e meio" and "… e 50 centavos" after "10 reais"; without the unit only two digits are plain enough ("10 reais e 50"). */
function centsAfter(text: string, at: number, whole: string, language: AmountLanguage): Capture[] {
  const next = afterWord(text, at)
  const join = joinAt(text, next, language)
  const start = join === undefined ? next : next + join.length + 1
  const halves = (numberTable(language.code)?.half ?? []).filter(
    (half) => text.startsWith(half, next) && isWordEnd(text, next + half.length),
  )
  const bare = join === undefined ? [] : twoDigitsAt(text, start, language)
  const cents = [...centsAt(text, start, language), ...bare]
  return [...cents, ...halves.map((half) => ({ end: next + half.length, value: '5' }))].map(({ end, value }) => ({
    end,
    value: `${whole}.${value}`,
  }))
}

/** "cinco con cincuenta", "29 e 90", "30 e 50 centavos": two digits, or cents, behind an amount that names no currency; "vinte e nove" is one number. */
function plainCentsAfter(text: string, at: number, whole: string, language: AmountLanguage): Capture[] {
  const { centsBehind = [], figuresBehind = [] } = numberTable(language.code) ?? {}
  const next = afterWord(text, at)
  const isWhole = /\d$/u.test(text.slice(0, at))
  const isFigures = isWhole && /^\p{L}+ \d\d(?!\S)/u.test(text.slice(next))
  const join = isWhole ? joinAt(text, next, language) : undefined
  const named = join === undefined ? [] : centsAt(text, next + join.length + 1, language)
  const bare = [...centsBehind, ...(isFigures ? figuresBehind : [])]
    .filter((word) => text.startsWith(`${word} `, next))
    .flatMap((word) => twoDigitsAt(text, next + word.length + 1, language))
  return [...named, ...bare].map(({ end, value }) => ({ end, value: `${whole}.${value}` }))
}

/** What joins cents to an amount, where it stands there. */
function joinAt(text: string, at: number, { code }: AmountLanguage): string | undefined {
  return numberTable(code)?.beforeCents.find((word) => text.startsWith(`${word} `, at))
}

function twoDigitsAt(text: string, at: number, language: AmountLanguage): readonly Capture[] {
  return amountWordsAt(text, at, language).filter(({ value }) => /^[1-9]\d$/u.test(value))
}

/**
 * Where the cents begin that go on with a sum that was said before: behind the "e" of "e 50 centavos"; `bare` where they are called nothing,
 * "con 50". `null` where the text from there on says anything else.
 */
export function centsGoingOn(
  text: string,
  at: number,
  language: AmountLanguage,
): { readonly from: number; readonly bare?: true } | null {
  const join = joinAt(text, at, language)
  if (join === undefined) return null
  const from = at + join.length + 1
  const isAll = ({ end }: Capture) => end === text.length
  if (centsAt(text, from, language).some(isAll)) return { from }
  const isBare = numberTable(language.code)?.centsBehind.includes(join) === true
  return isBare && twoDigitsAt(text, from, language).some(isAll) ? { from, bare: true } : null
}

/** "50 centavos", as the two digits of a decimal part. */
function centsAt(text: string, at: number, language: AmountLanguage): Capture[] {
  const words = numberTable(language.code)?.cents ?? []
  return amountWordsAt(text, at, language).flatMap(({ end, value }) => {
    const unit = words.find((word) => text.startsWith(word, end + 1) && isWordEnd(text, end + 1 + word.length))
    if (unit === undefined || !/^\d{1,2}$/.test(value)) return []
    return [{ end: end + 1 + unit.length, value: value.padStart(2, '0') }]
  })
}

/** "50p": so many hundredths of the currency that has them. */
function penceAt(text: string, at: number, language: AmountLanguage): AmountCapture[] {
  const { pence = {} } = numberTable(language.code) ?? {}
  const figures = matchAt(/\d{1,2}/y, text, at)
  const numbers = figures === null ? [] : [{ end: at + figures.length, value: figures }]
  return [...numbers, ...amountWordsAt(text, at, language)].flatMap(({ end, value }) => {
    const from = text[end] === ' ' ? end + 1 : end
    const unit = Object.entries(pence).find(
      ([word]) => text.startsWith(word, from) && isWordEnd(text, from + word.length),
    )
    if (unit === undefined || !/^\d{1,2}$/u.test(value)) return []
    const [word, currency] = unit
    return [{ end: from + word.length, value: `0.${value.padStart(2, '0')}`, currency }]
  })
}

type CurrencySaid = { readonly end: number; readonly said: string }

/** Where the amount begins after "R$", "$ " or "usd ". */
function currencyBefore(text: string, at: number, language: AmountLanguage): readonly CurrencySaid[] {
  const found = matchAt(sign, text, at)
  const words = language.currency
    .endsAt(text, at)
    .map((end) => ({ end: afterWord(text, end), said: text.slice(at, end) }))
  if (found === null) return words
  const end = at + found.length
  return [{ end: text[end] === ' ' ? end + 1 : end, said: withoutDot(found) }, ...words]
}

/** Where the amount ends: with the currency after it ("10€", "10 reais", "10usd") or without. */
function currencyAfter(text: string, at: number, language: AmountLanguage): readonly CurrencySaid[] {
  const from = text[at] === ' ' ? at + 1 : at
  const found = matchAt(sign, text, from)
  const behindOf = (numberTable(language.code)?.of ?? [])
    .filter((of) => text.startsWith(`${of} `, from) && isRound(text.slice(0, at), language))
    .map((of) => from + of.length + 1)
  return [
    ...[from, ...behindOf].flatMap((start) =>
      language.currency.endsAt(text, start).map((end) => ({ end, said: text.slice(start, end) })),
    ),
    ...(found === null ? [] : [{ end: from + found.length, said: withoutDot(found) }]),
    { end: at, said: '' },
  ]
    .flatMap((after) => [...closedAfter(text, after, language), after])
    .filter(({ end }) => isWordEnd(text, end) || isOfUnit(text, end))
}

/** Whether it ends in a number that an "of" parts from what is counted: "un millón", "2 palos y medio", and no "500" ("500 de Sol"). */
function isRound(number: string, { code }: AmountLanguage): boolean {
  const { scales = {}, slang = [], groups = {}, half = [] } = numberTable(code) ?? {}
  const words = [
    ...Object.keys(scales),
    ...slang.flatMap(({ zeros }) => Object.keys(zeros)),
    ...Object.keys(groups),
    ...half,
  ]
  return words.some((word) => number.endsWith(word) && !/\p{L}/u.test(number[number.length - word.length - 1] ?? ''))
}

/** "145/kg" */
function isOfUnit(text: string, end: number): boolean {
  return /^\/\p{L}/u.test(text.slice(end, end + 2))
}

/** "500 rupees only": what keeps anybody from adding to a written sum. */
function closedAfter(text: string, { end, said }: CurrencySaid, { code }: AmountLanguage): readonly CurrencySaid[] {
  return (numberTable(code)?.closing ?? [])
    .filter((word) => text.startsWith(` ${word}`, end))
    .map((word) => ({ end: end + 1 + word.length, said }))
}

function withoutDot(found: string): string {
  return found.replace(/\.$/u, '')
}
