/**
 * How much of something, as people count it: "2½", "1 1/2", "a dozen", "two dozen", "half a dozen", "a couple of", and "half a" before a
 * kilo. How many there are of a dozen is part of the number: whoever says "2 dozen" does not mean two.
 */
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { type NumberTable, numberTable } from './number-table.ts'
import { matchAt } from './read-numbers.ts'
import { isDigits } from '../text/is-digits.ts'

const signs: Readonly<Record<string, string>> = { '¼': '25', '½': '5', '¾': '75', '1/4': '25', '1/2': '5', '3/4': '75' }
const fraction = /(?:\d{1,6} ?)?[¼½¾]|(?:\d{1,6} )?(?:1\/4|1\/2|3\/4)/y

/** Decimal numbers of things: those of `plain`, and what people say beside. */
export function quantitiesAt(
  text: string,
  at: number,
  plain: readonly Capture[],
  code: string,
  units: readonly string[] = [],
): readonly Capture[] {
  const table = numberTable(code)
  const halves = table === null ? [] : halvesAt(text, at, table)
  return [...fractionsAt(text, at), ...halves, ...countsAt(text, at, plain, code, units)]
}

/** Whole numbers in figures and a word that multiplies them: "1.5 lakh", "half a million"; `amounts` are all that begin there. */
export function wholeAmounts(text: string, at: number, amounts: readonly Capture[]): readonly Capture[] {
  return amounts.filter(({ end, value }) => isDigits(value) && /\p{L}/u.test(text.slice(at, end)))
}

/** Whole numbers of things; a word that is a unit of them counts no others. */
export function countsAt(
  text: string,
  at: number,
  plain: readonly Capture[],
  code: string,
  units: readonly string[] = [],
): readonly Capture[] {
  const table = numberTable(code)
  if (table === null) return plain
  const ones = startsOf(text, at, table.one).map((end) => ({ end, value: '1' }))
  const halves = startsOf(text, at, table.halfOf).map((end) => ({ end, value: '0.5' }))
  const articles = new Set(startsOf(text, at, [...table.one, ...table.articles]))
  const groupsAt = (end: number) =>
    groupsAfter(text, end, table, articles.has(end)).filter(({ word }) => !units.includes(word))
  const counted = [...halves, ...ones, ...plain].flatMap(({ end, value }) =>
    groupsAt(end).map((group) => ({ end: group.end, value: String(Number(value) * group.size) })),
  )
  return [...counted, ...plain.filter(({ end }) => groupsAt(end).length === 0)]
}

function fractionsAt(text: string, at: number): readonly Capture[] {
  const found = matchAt(fraction, text, at)
  if (found === null || !isWordEnd(text, at + found.length)) return []
  const [, whole = '', part = ''] = /^(\d*) ?([¼½¾]|\d\/\d)$/u.exec(found) ?? []
  return [{ end: at + found.length, value: `${whole === '' ? '0' : whole}.${signs[part] ?? '0'}` }]
}

/** "Half a kilo"; "half" alone is half of all there is. */
function halvesAt(text: string, at: number, table: NumberTable): readonly Capture[] {
  return startsOf(text, at, table.halfOf)
    .filter((end) => end < text.length && groupsAfter(text, end, table, false).length === 0)
    .map((end) => ({ end, value: '0.5' }))
}

type Group = { readonly word: string; readonly size: number; readonly end: number }

/** Where "dozen", and "dozen of", end behind a number, and behind an article "couple" as well. */
function groupsAfter(
  text: string,
  at: number,
  { groups, groupsOfOne, of }: NumberTable,
  isArticle: boolean,
): readonly Group[] {
  if (text[at] !== ' ') return []
  const known = Object.entries(isArticle ? { ...groups, ...groupsOfOne } : groups)
  return known.flatMap(([word, size]) =>
    startsOf(text, at + 1, [word])
      .flatMap((end) => [...startsOf(text, end + 1, of), end])
      .map((end) => ({ word, size, end })),
  )
}

function startsOf(text: string, at: number, words: readonly string[]): readonly number[] {
  return words.flatMap((word) => {
    const end = at + word.length
    return text.startsWith(word, at) && isWordEnd(text, end) ? [end] : []
  })
}
