import { type Folded, foldText } from './fold-text.ts'
import { quotedRanges } from './quotes.ts'

/** A part of a folded text. */
export type Range = { readonly from: number; readonly to: number }

/** Where a name stands that is not in quotes. */
export function placeOfName(name: string, { text, original, starts }: Folded): Range | null {
  const words = foldText(name).text
  const from = words === '' ? -1 : text.indexOf(words)
  const at = starts[from]
  const isQuoted = at === undefined || quotedRanges(original).some((range) => at >= range.from && at < range.to)
  return isQuoted ? null : { from, to: from + words.length }
}
