import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord, holdsPhrase, skipLeading } from './phrases.ts'

/** A longer list is taken to be something else. */
const maxListed = 50

/** A text with one of the numbers that it lists, and that number. */
export type ListedNumber = { readonly text: string; readonly value: string }

/**
 * "cancel orders 204, 205 and order 206" as "cancel orders 204", "cancel orders 205" and "cancel orders 206": by the first list of
 * two numbers or more; none where nothing is listed. Whether that is what it means is for whoever reads them.
 */
export function readListed(written: string, language: Language): readonly ListedNumber[] {
  const original = spacedOut(written)
  const folded = foldText(original)
  let searched = 0
  for (const found of folded.text.matchAll(/(?<![^ ])#?(\d+)(?![^ ])/gu)) {
    if (found.index < searched) continue
    const listed = listFrom(folded, found.index, language)
    // The end of a list that is too long is no list of its own.
    searched = listed.end
    if (listed.values.length > 1 && listed.values.length <= maxListed) {
      const before = original.slice(0, folded.starts[found.index])
      const after = original.slice(folded.ends[listed.end - 1])
      return listed.values.map((value) => ({ text: `${before}${value}${after}`, value }))
    }
  }
  return []
}

/** "3,4,9" and "204,205" as people write who leave out spaces; "204,50" may be a sum. */
function spacedOut(text: string): string {
  return text.replaceAll(/(?<![^\s#])\d+(?:,#?\d+)+(?![^\s.,;!?])/gu, (run) => {
    const parts = run.split(',')
    const isList = parts.length > 2 || (parts.at(-1) ?? '').length > 2
    return isList ? parts.join(', ') : run
  })
}

function listFrom(folded: Folded, from: number, language: Language) {
  const values: string[] = []
  let end = from
  for (let at: number | null = from; at !== null; at = nextInList(folded, end, language)) {
    const [number = ''] = /^#?\d+(?![^ ])/u.exec(folded.text.slice(at)) ?? []
    if (number === '') break
    values.push(number.replace('#', ''))
    end = at + number.length
  }
  return { values, end }
}

/** Where the next number may begin: after a comma, an "and", or both, and what may stand around a value. */
function nextInList(folded: Folded, end: number, { words, filler }: Language): number | null {
  const { text, original, starts, ends } = folded
  const from = afterWord(text, end)
  if (from >= text.length) return null
  const [joined] = words.and.endsAt(text, from)
  if (joined === undefined && !/[,;\n]/u.test(original.slice(ends[end - 1], starts[from]))) return null
  const next = skipLeading(text, filler, joined === undefined ? from : afterWord(text, joined))
  // "204, I meant 205" is one of them.
  return holdsPhrase(text.slice(from, next), words.correcting) ? null : next
}
