import { foldText } from '../text/fold-text.ts'
import { parseNumberWords } from '../values/number-words.ts'

/** "two hundred million and four" has no more words than this. */
const maxWords = 8

/** The numbers of a text as figures, whichever way they were written: of "order three, one, five" it is `315`. */
export function numbersIn(text: string, language: string): string[] {
  const words = foldText(text)
    .text.split(' ')
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '')
  const found: string[] = []
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + maxWords)
    while (end > at && parseNumberWords(words.slice(at, end), language) === null) end -= 1
    const number = end > at ? parseNumberWords(words.slice(at, end), language) : null
    if (number !== null) found.push(number)
    at = Math.max(end, at + 1)
  }
  return found
}
