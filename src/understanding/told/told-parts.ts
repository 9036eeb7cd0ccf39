/** Where a text may be taken apart into what is wanted and what is told around it. */
import { type Folded, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, phrasesIn, skipLeading } from '../text/phrases.ts'

/** `follows` what is told before it: "so" stands between. */
export type Part = { readonly from: number; readonly to: number; readonly follows: boolean }

/** The first and the last of the parts that are read as what is wanted. */
export type Run = readonly [first: number, last: number]

/** What is told before it and behind it, part by part. */
export type Around = { readonly before: readonly string[]; readonly behind: readonly string[] }

/** A text with more pauses is no wish with something told around it. */
const maxParts = 5

/** Taken apart at pauses, at what leads from a reason to what follows of it, before a reason, and around a whole one. */
export function partsOf({ text, original, starts, ends }: Folded, language: Language): readonly Part[] {
  const blanks = [...text.matchAll(/ /gu)].map(({ index }) => index)
  const pauses = blanks.filter((at) => isPause(original.slice(ends[at - 1], starts[at + 1])))
  const cuts = [
    ...pauses.map((at) => ({ from: at, to: at + 1, follows: false })),
    ...phrasesIn(text, language.therefore).map(({ from, to }) => ({
      from: from - 1,
      to: afterWord(text, to),
      follows: true,
    })),
    ...phrasesIn(text, language.becauseOf).map(({ from }) => ({ from: from - 1, to: from, follows: false })),
    ...aroundReasons(text, pauses, language).map((at) => ({ from: at, to: at + 1, follows: false })),
  ]
  const parts: Part[] = []
  let from = 0
  let follows = false
  for (const cut of cuts.filter((each) => each.from > 0).toSorted((a, b) => a.from - b.from)) {
    if (cut.from > from) parts.push({ from, to: cut.from, follows })
    from = Math.max(from, cut.to)
    ;({ follows } = cut)
  }
  return [...parts, { from, to: text.length, follows }].filter((part) => part.to > part.from)
}

/** The blanks before and behind whole reasons: of "for the delay of the first" nobody knows what it is. */
function aroundReasons(text: string, pauses: readonly number[], { reasons, skipped }: Language): readonly number[] {
  return phrasesIn(text, reasons).flatMap(({ from, to }) => {
    const begins = from === 0 || pauses.includes(from - 1)
    const ends = pauses.includes(to) || skipLeading(text, skipped, afterWord(text, to)) >= text.length
    return [...(begins || ends ? [from - 1] : []), ...(begins ? [to] : [])]
  })
}

/** The first and the last of parts that stand together, the most of the text first. */
export function runsOf(parts: readonly Part[]): readonly Run[] {
  if (parts.length > maxParts) return []
  const lengthOf = ([first, last]: Run) => (parts[last]?.to ?? 0) - (parts[first]?.from ?? 0)
  const runs = parts.flatMap((_, first) =>
    parts.slice(first).map((_part, more) => [first, first + more] as const satisfies Run),
  )
  // What follows of something is what is asked for.
  const whole = runs.filter(([, last]) => parts[last + 1]?.follows !== true)
  return whole.toSorted((one, other) => lengthOf(other) - lengthOf(one))
}

/** Behind what is asked for "so" parts nothing: "thank you so much". */
function sentencesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const starts = parts.flatMap(({ follows }, at) => (follows ? [] : [at]))
  return starts.map((at, n) => parts.slice(at, starts[n + 1]))
}

/** From the first to the last of the parts. */
export function textOf({ original, starts, ends }: Folded, parts: readonly Part[]): string {
  const [first, last] = [parts[0], parts.at(-1)]
  return first === undefined || last === undefined ? '' : original.slice(starts[first.from], ends[last.to - 1])
}

export function around(folded: Folded, parts: readonly Part[], [first, last]: Run): Around {
  return {
    before: parts.slice(0, first).map((part) => toldText(folded, [part])),
    behind: sentencesOf(parts.slice(last + 1)).map((each) => toldText(folded, each)),
  }
}

/** What is asked stays a question: "no stock? cancel order 204" tells nothing. */
function toldText(folded: Folded, parts: readonly Part[]): string {
  const text = textOf(folded, parts)
  const after = folded.original.slice(folded.ends[(parts.at(-1)?.to ?? 0) - 1])
  return /^[^\p{L}\p{N}]*\?/u.test(after) ? `${text}?` : text
}
