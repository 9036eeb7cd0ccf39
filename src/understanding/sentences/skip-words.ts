import { foldUnits, isWordUnit } from './fold-codes.ts'
import { replaceInView, sliceView, trimView, type View } from './view.ts'

/** Words and phrases that may be left out of a text. */
export type SkipWords = {
  /** Leaves them out wherever they stand as whole words; the view itself when there is none. */
  readonly everywhere: (view: View) => View
  /** The same at the beginning only. */
  readonly atStart: (view: View) => View
  /** The same at the end only. */
  readonly atEnd: (view: View) => View
}

/** Compiles the list; the longest phrase that fits goes. Without blanks between words a phrase may stand inside a word. */
export function compileSkipWords(list: readonly string[], ignoreWhitespace: boolean): SkipWords {
  const phrases = list
    .map((phrase) => foldUnits(phrase.normalize('NFC').replaceAll('’', "'").trim().replaceAll(/\s+/gu, ' ')))
    .filter((phrase) => phrase !== '')
    .toSorted((a, b) => b.length - a.length)
  const byFirst = Map.groupBy(new Set(phrases), (phrase) => phrase.charCodeAt(0))
  return { everywhere, atStart, atEnd }

  function everywhere(view: View): View {
    const text = foldUnits(view.text)
    const cuts: [number, number][] = []
    for (let at = 0; at < text.length; at++) {
      const end = byFirst.has(text.charCodeAt(at)) ? endAt(text, at) : at
      if (end > at) {
        cuts.push([at, end])
        at = end - 1
      }
    }
    return cuts.length === 0 ? view : without(view, cuts)
  }

  function atStart(view: View): View {
    const text = foldUnits(view.text)
    let from = 0
    for (let end = endAt(text, 0); end > from; end = endAt(text, from)) from = afterBlanks(text, end)
    return from === 0 ? view : sliceView(view, from, text.length)
  }

  function atEnd(view: View): View {
    const text = foldUnits(view.text)
    let to = text.length
    for (let start = startBefore(text, to); start >= 0; start = startBefore(text, to)) {
      to = text.slice(0, start).trimEnd().length
    }
    return to === text.length ? view : sliceView(view, 0, to)
  }

  /** Where the longest phrase that stands at `at` ends; `at` when none does. */
  function endAt(text: string, at: number): number {
    if (!ignoreWhitespace && isWordUnit(text, at - 1)) return at
    for (const phrase of byFirst.get(text.charCodeAt(at)) ?? []) {
      const end = at + phrase.length
      if (text.startsWith(phrase, at) && (ignoreWhitespace || !isWordUnit(text, end))) return end
    }
    return at
  }

  function startBefore(text: string, to: number): number {
    const head = text.slice(0, to)
    const found = phrases.find(
      (phrase) => head.endsWith(phrase) && (ignoreWhitespace || !isWordUnit(text, to - phrase.length - 1)),
    )
    return found === undefined || to === 0 ? -1 : to - found.length
  }
}

function afterBlanks(text: string, at: number): number {
  let after = at
  while (text[after] === ' ') after++
  return after
}

function without(view: View, cuts: readonly (readonly [number, number])[]): View {
  let cleaned = view
  for (const [from, to] of cuts.toReversed()) cleaned = cut(cleaned, from, to)
  return trimView(replaceInView(cleaned, / {2,}/g, () => ' '))
}

/** A blank takes the place of what is cut out, so that the words around it stay apart. */
function cut(view: View, from: number, to: number): View {
  const text = `${view.text.slice(0, from)} ${view.text.slice(to)}`
  const units = Array.from(text, (_, at) => (at <= from ? at : at + to - from - 1))
  return {
    text,
    starts: units.map((at) => sourceOf(view.starts, view.shift, at)),
    ends: units.map((at) => sourceOf(view.ends, view.shift + 1, at)),
    shift: 0,
  }
}

function sourceOf(known: readonly number[] | null, shift: number, at: number): number {
  return known === null ? shift + at : (known[at] ?? 0)
}
