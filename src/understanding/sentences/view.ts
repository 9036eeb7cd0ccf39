/**
 * A text on its way from what a person wrote to what is matched: every unit remembers where it came from, however much was
 * taken out before it.
 */
export type View = {
  readonly text: string
  /** Per unit, where its source begins in the original; `null` when unit n came from `shift + n`. */
  readonly starts: readonly number[] | null
  /** Per unit, where its source ends. */
  readonly ends: readonly number[] | null
  readonly shift: number
}

export function viewOf(text: string): View {
  return { text, starts: null, ends: null, shift: 0 }
}

export function sliceView(view: View, from: number, to: number): View {
  if (from === 0 && to === view.text.length) return view
  const { text, starts, ends, shift } = view
  return {
    text: text.slice(from, to),
    starts: starts?.slice(from, to) ?? null,
    ends: ends?.slice(from, to) ?? null,
    shift: shift + (starts === null ? from : 0),
  }
}

export function trimView(view: View): View {
  const { text } = view
  const to = text.trimEnd().length
  return sliceView(view, Math.min(text.length - text.trimStart().length, to), to)
}

/** Puts `by` in the place of every match; what is put in stands for all that it replaces. */
export function replaceInView(view: View, pattern: RegExp, by: (found: string) => string): View {
  const { text } = view
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let done = 0
  for (const found of text.matchAll(pattern)) {
    const to = found.index + found[0].length
    const piece = by(found[0])
    if (piece === found[0]) continue
    keep(found.index)
    pieces.push(piece)
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(sourceStart(view, found.index))
      ends.push(sourceEnd(view, Math.max(found.index, to - 1)))
    }
    done = to
  }
  if (done === 0 && pieces.length === 0) return view
  keep(text.length)
  return { text: pieces.join(''), starts, ends, shift: 0 }

  function keep(to: number): void {
    pieces.push(text.slice(done, to))
    for (let at = done; at < to; at++) {
      starts.push(sourceStart(view, at))
      ends.push(sourceEnd(view, at))
    }
  }
}

/** Where the source of the unit at `at` begins in the original. */
export function sourceStart({ starts, shift }: View, at: number): number {
  return starts === null ? shift + at : (starts[at] ?? 0)
}

/** Where the source of the unit at `at` ends in the original. */
export function sourceEnd({ ends, shift }: View, at: number): number {
  return ends === null ? shift + at + 1 : (ends[at] ?? 0)
}
