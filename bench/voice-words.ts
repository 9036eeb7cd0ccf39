/** How many words of a transcript are wrong, and how many there are; numbers count as the same however they are written. */
import { parseNumberWords } from '../src/understanding/values/number-words.ts'

/** "one thousand and twenty four" has no more words than this. */
const maxNumberWords = 6

/** Words put in, left out or changed, of how many. */
export type WordErrors = { readonly errors: number; readonly words: number }

export function wordErrors(wanted: string, heard: string): WordErrors {
  const words = plain(wanted)
  return { errors: distance(words, plain(heard)), words: words.length }
}

/** Words without marks and case, numbers as digits. */
function plain(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
  const result: string[] = []
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + maxNumberWords)
    while (end > at && parseNumberWords(words.slice(at, end), 'en') === null) end -= 1
    result.push(end > at ? (parseNumberWords(words.slice(at, end), 'en') ?? '') : (words[at] ?? ''))
    at = Math.max(end, at + 1)
  }
  return result
}

function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_none, at) => at)
  for (const [i, word] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (word === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
