import type { Folded } from '../text/fold-text.ts'
import { isWordEnd } from '../text/match-literal.ts'
import { quotedRanges } from '../text/quotes.ts'
import type { Capture } from '../sentences/slot.ts'
import { fileName } from './file-name.ts'
import { normaliseEmail } from './email.ts'

/** A file name of more words has to be put in quotes. */
const maxFileWords = 8

/** The e-mail address that stands at a place. */
export function emailsAt(folded: Folded, at: number): readonly Capture[] {
  const from = folded.starts[at] ?? 0
  const found = /^[^\s@<>()[\]",;:]+@[^\s@<>()[\]",;:]+/u
    .exec(folded.original.slice(from))?.[0]
    .replace(/[.!?'…]+$/u, '')
  const value = found === undefined ? null : normaliseEmail(found)
  const end = found === undefined ? null : foldedEnd(folded, from + found.length)
  return value === null || end === null ? [] : [{ end, value }]
}

/**
 * File names and paths, longest first: in quotes, or with an ending or a folder that shows what they are. Of a name with
 * blanks the first word must be the folder: "delete notes.txt" is not called so.
 */
export function fileNamesAt(folded: Folded, at: number): readonly Capture[] {
  const from = folded.starts[at] ?? 0
  const quote = quoteBefore(folded.original, from)
  if (quote !== null) {
    const close = folded.original.indexOf(quote, from)
    const value = close < 0 ? null : fileName(folded.original.slice(from, close))
    const end = close < 0 ? null : foldedEnd(folded, close)
    return value === null || end === null ? [] : [{ end, value }]
  }
  if (quotedRanges(folded.original).some((range) => from > range.from && from < range.to)) return []
  const found: Capture[] = []
  for (let end = at, words = 0; end < folded.text.length && words < maxFileWords; words++) {
    const blank = folded.text.indexOf(' ', end + 1)
    end = blank < 0 ? folded.text.length : blank
    const written = folded.original.slice(from, folded.ends[end - 1])
    const shown = words === 0 ? /\.[\p{L}\p{N}]{1,8}$|\//u : /^\S*\/.*\.[\p{L}\p{N}]{1,8}$/u
    const value = shown.test(written) ? fileName(written) : null
    if (value !== null) found.unshift({ end, value })
  }
  return found
}

const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '`': '`', "'": "'" }

function quoteBefore(original: string, from: number): string | null {
  return quotes[original[from - 1] ?? ''] ?? null
}

/** Where in folded text a word ends that ends there in the original. */
function foldedEnd({ text, ends }: Folded, originalEnd: number): number | null {
  const last = ends.findLastIndex((end, index) => end <= originalEnd && text[index] !== ' ')
  return last >= 0 && isWordEnd(text, last + 1) ? last + 1 : null
}
