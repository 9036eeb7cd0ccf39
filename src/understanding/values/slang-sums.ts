/** "50 lucas", "2 palos y medio", "5 grand", "2.5L": sums in words of the street, which multiply what stands before them. */
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { isDigits } from '../text/is-digits.ts'
import { isCalled } from './currencies.ts'
import { type NumberTable, numberTable } from './number-table.ts'
import type { ValueLanguage } from './value-language.ts'

/**
 * What the words behind one of the amounts make of it.
 * @param at where the amounts begin; "medio palo" has none
 */
export function slangSumsAt(
  text: string,
  at: number,
  amounts: readonly Capture[],
  { code, home }: Pick<ValueLanguage, 'code' | 'home'>,
): Capture[] {
  const table = numberTable(code)
  if (table === null) return []
  // A "luca" is a thousand pesos in Argentina, and one sol in Peru.
  const known = table.slang.filter(({ among }) => among === undefined || (home !== undefined && isCalled(home, among)))
  const words = known.flatMap(({ zeros }) => Object.entries(zeros))
  const wordAt = (from: number) =>
    words
      .map(([word, count]) => ({ end: from + word.length, word, count }))
      .filter(({ end, word }) => text.startsWith(word, from) && isWordEnd(text, end))
  const behind = (end: number) =>
    text[end] === ' ' ? wordAt(end + 1) : /\d/u.test(text[end - 1] ?? '') ? wordAt(end) : []
  const withHalf = (to: number, value: string, count: number): readonly Capture[] =>
    halvesAt(text, to, value, table).map((half) => ({ end: half.end, value: shifted(half.value, count) }))
  const whole = amounts.flatMap(({ end, value }) =>
    behind(end).flatMap(({ end: to, count }) => [
      ...withHalf(to, value, count),
      { end: to, value: shifted(value, count) },
    ]),
  )
  // "Luca y media"; "Lucas" alone is called so.
  const isAlone = known.some(({ alone }) => alone === true)
  const one = isAlone ? wordAt(at).flatMap(({ end: to, count }) => withHalf(to, '1', count)) : []
  const halves = table.halfOf
    .filter((half) => text.startsWith(`${half} `, at))
    .flatMap((half) => wordAt(at + half.length + 1).map(({ end, count }) => ({ end, value: shifted('0.5', count) })))
  return [...whole, ...one, ...halves]
}

/** "A fiver", "2 tenners": as many of such notes. */
export function notesAt(
  text: string,
  at: number,
  amounts: readonly Capture[],
  { code }: Pick<ValueLanguage, 'code'>,
): Capture[] {
  const { notes = {}, one = [] } = numberTable(code) ?? {}
  const ones = one
    .filter((word) => text.startsWith(`${word} `, at))
    .map((word) => ({ end: at + word.length, value: '1' }))
  const counted = [...ones, ...amounts].filter(({ end, value }) => text[end] === ' ' && isDigits(value))
  return [{ end: at - 1, value: '1' }, ...counted].flatMap(({ end, value }) =>
    Object.entries(notes)
      .filter(([word]) => text.startsWith(word, end + 1) && isWordEnd(text, end + 1 + word.length))
      .map(([word, size]) => ({ end: end + 1 + word.length, value: String(Number(value) * size) })),
  )
}

/** "… y medio" behind a whole number of them. */
function halvesAt(text: string, at: number, value: string, { half }: NumberTable): readonly Capture[] {
  if (value.includes('.')) return []
  return half
    .map((words) => ({ end: at + 1 + words.length, words }))
    .filter(({ end, words }) => text.startsWith(` ${words}`, at) && isWordEnd(text, end))
    .map(({ end }) => ({ end, value: `${value}.5` }))
}

/** A decimal with its point moved to the right, exactly. */
export function shifted(value: string, zeros: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const moved = `${whole}${fraction.padEnd(zeros, '0').slice(0, zeros)}`.replace(/^0+(?=\d)/u, '')
  const rest = fraction.slice(zeros)
  return rest === '' ? moved : `${moved}.${rest}`
}
