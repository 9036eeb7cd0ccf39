import { type Folded, foldText, isAccentedLetter } from './fold-text.ts'
import { isWordStart } from './match-literal.ts'
import type { Phrases } from './phrases.ts'
import { quotedRanges } from './quotes.ts'

/** Wishes in one message; more are not understood, rather than some of them dropped. */
export const maxWishes = 5
/** Borders between wishes that are tried; a text with more is not taken apart. */
const maxParts = 12

type Range = { readonly from: number; readonly to: number }

/** What a part of a message reads as; `closed` when no border between wishes can lie inside it. */
export type Part<T> = { readonly value: T; readonly closed: boolean }

/**
 * Takes a message apart at "and", ";" and line ends, where every part reads by itself. Never inside quotes, nor where
 * the rest of the text is read as one `closed` part. `null` when that cannot be done.
 */
export function splitWishes<T>(
  text: string,
  and: Phrases,
  read: (part: string) => Part<T> | null,
): readonly T[] | null {
  const parts = partsOf(text, and)
  if (parts.length < 2 || parts.length > maxParts) return null
  const known = new Map<string, Part<T> | null>()
  return rest(0, maxWishes)

  function rest(from: number, left: number): readonly T[] | null {
    if (from === parts.length) return []
    if (left === 0) return null
    const whole = readParts(from, parts.length - 1)
    if (whole?.closed === true) return [whole.value]
    for (let to = from; to < parts.length; to++) {
      const part = readParts(from, to)
      const others = part === null ? null : rest(to + 1, left - 1)
      if (part !== null && others !== null) return [part.value, ...others]
    }
    return null
  }

  function readParts(from: number, to: number): Part<T> | null {
    const key = `${from} ${to}`
    const before = known.get(key)
    if (before !== undefined) return before
    const part = read(text.slice(parts[from]?.from, parts[to]?.to))
    known.set(key, part)
    return part
  }
}

function partsOf(text: string, and: Phrases): Range[] {
  const quoted = quotedRanges(text)
  const borders = [...wordBorders(foldText(text), and), ...markBorders(text)]
    .filter((border) => !quoted.some((range) => border.from >= range.from && border.to <= range.to))
    .toSorted((a, b) => a.from - b.from)
  const parts: Range[] = []
  let from = 0
  for (const border of [...borders, { from: text.length, to: text.length }]) {
    if (border.from > from && foldText(text.slice(from, border.from)).text !== '') parts.push({ from, to: border.from })
    from = Math.max(from, border.to)
  }
  return parts
}

function wordBorders(folded: Folded, and: Phrases): Range[] {
  const { text, starts, ends } = folded
  const borders: Range[] = []
  for (let at = 0; at < text.length; at++) {
    const [end] = isWordStart(text, at) ? and.endsAt(text, at) : []
    if (end !== undefined && !isAccentedLetter(folded, at, end))
      borders.push({ from: starts[at] ?? 0, to: ends[end - 1] ?? 0 })
  }
  return borders
}

function markBorders(text: string): Range[] {
  return [...text.matchAll(/[;\n\r]+/gu)].map((found) => ({ from: found.index, to: found.index + found[0].length }))
}
