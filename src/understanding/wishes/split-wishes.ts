import { type Folded, foldText, isAccentedLetter } from '../text/fold-text.ts'
import { isWordStart } from '../text/match-literal.ts'
import type { Phrases } from '../text/phrases.ts'
import { quotedRanges } from '../text/quotes.ts'

/** Wishes in one message; more are not understood, rather than some of them dropped. */
export const maxWishes = 5
/** Borders between wishes that are tried; a text with more is not taken apart. */
const maxParts = 12

type Range = { readonly from: number; readonly to: number }

/** What a part of a message reads as. */
export type Part<T> = {
  readonly value: T
  /** No border between wishes can lie inside it. */
  readonly closed: boolean
  /** It is so clearly a wish of its own that a comma or a full stop parts it from the others. */
  readonly clear?: boolean
  /** It ends in a reason, which goes on until a wish of its own begins ("cancel 204 because he left and refund 20 of 207"). */
  readonly reasoned?: boolean
  /** It ends in a free text. */
  readonly worded?: boolean
  /** It changes a thing that it names, by a verb of its own, and lacks nothing. */
  readonly whole?: boolean
}

/** Reads a part; `before` is the part that was read just before it, and `gap` what stands between the two. */
type ReadPart<T> = (part: string, before: Part<T> | null, gap: string) => Part<T> | null

/** What parts wishes: "and"; "but", where every one is clear; and "too" at the end. */
type Joins = { readonly and: Phrases; readonly however: Phrases; readonly also: Phrases }

/**
 * Takes a message apart at "and", ";" and line ends, where every part reads by itself, and at "but", commas and full stops where every
 * one is clear. Never inside quotes, nor where the rest of the text is read as one `closed` part, but for a reason behind which another wish is told in full. `null` when that cannot be done.
 */
export function splitWishes<T>(text: string, { and, however, also }: Joins, read: ReadPart<T>): readonly T[] | null {
  const folded = foldText(text)
  const besides = endBorder(folded, also)
  const borders = [...wordBorders(folded, and), ...besides, ...markBorders(text, /[;\n\r]+/gu)]
  const commas = [...markBorders(text, /,(?=\s)|\.(?=\s+\p{L})/gu), ...wordBorders(folded, however)]
  // More commas than wishes are no list of them, and would take long to find out.
  const isList = commas.length > 0 && commas.length < maxWishes
  const listed = isList ? splitAt(text, [...borders, ...commas], besides, read) : null
  const parts = listed?.every(({ clear }) => clear === true) === true ? listed : splitAt(text, borders, besides, read)
  return parts?.map(({ value }) => value) ?? null
}

function splitAt<T>(
  text: string,
  borders: readonly Range[],
  besides: readonly Range[],
  read: ReadPart<T>,
): readonly Part<T>[] | null {
  const parts = partsOf(text, borders)
  if (parts.length < 2 || parts.length > maxParts) return null
  const known = new Map<Part<T> | null, Map<string, Part<T> | null>>()
  return rest(0, maxWishes, null)

  function rest(from: number, left: number, before: Part<T> | null): readonly Part<T>[] | null {
    if (from === parts.length) return []
    if (left === 0) return null
    const whole = readParts(from, parts.length - 1, before)
    if (whole?.closed === true && whole.reasoned !== true) return [whole]
    for (let to = from; to < parts.length; to++) {
      const part = readParts(from, to, before)
      const others = part === null ? null : rest(to + 1, left - 1, part)
      const isCut =
        part?.reasoned === true && others?.[0] !== undefined && others[0].whole !== true && !isOneMore(from, to)
      if (part !== null && others !== null && !isCut) return [part, ...others]
    }
    return null
  }

  /** Whether "and 205 too" is all that follows, behind one number alone: who says so wants the same of that one, and gives no reason. */
  function isOneMore(from: number, to: number): boolean {
    const [before, behind] = [text.slice(parts[from]?.from, parts[to]?.to), text.slice(parts[to + 1]?.from)]
    const isLast = to === parts.length - 2 && besides.length > 0
    return isLast && [before, behind].every((part) => part.match(/\d+/gu)?.length === 1)
  }

  function readParts(from: number, to: number, before: Part<T> | null): Part<T> | null {
    const after = known.get(before) ?? new Map<string, Part<T> | null>()
    const key = `${from} ${to}`
    const earlier = after.get(key)
    if (earlier !== undefined) return earlier
    const gap = text.slice(parts[from - 1]?.to ?? parts[from]?.from, parts[from]?.from)
    // A free text has all of its words, though the last of them could be no more than a border.
    const full = to === parts.length - 1 ? read(text.slice(parts[from]?.from), before, gap) : null
    const part =
      full?.closed === true || full?.worded === true
        ? full
        : read(text.slice(parts[from]?.from, parts[to]?.to), before, gap)
    known.set(before, after.set(key, part))
    return part
  }
}

function partsOf(text: string, all: readonly Range[]): Range[] {
  const quoted = quotedRanges(text)
  const borders = all
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

/** Where the words stand that may part two wishes, in the text as it was written. */
export function wordBorders(folded: Folded, and: Phrases): Range[] {
  const { text, starts, ends } = folded
  const borders: Range[] = []
  for (let at = 0; at < text.length; at++) {
    const [end] = isWordStart(text, at) ? and.endsAt(text, at) : []
    if (end !== undefined && !isAccentedLetter(folded, at, end))
      borders.push({ from: starts[at] ?? 0, to: ends[end - 1] ?? 0 })
  }
  return borders
}

/** "Too" at the end of a text. */
function endBorder(folded: Folded, also: Phrases): readonly Range[] {
  const found = wordBorders(folded, also)
  return found.filter(({ from, to }) => from > 0 && foldText(folded.original.slice(to)).text === '').slice(-1)
}

function markBorders(text: string, marks: RegExp): Range[] {
  return [...text.matchAll(marks)].map((found) => ({ from: found.index, to: found.index + found[0].length }))
}
