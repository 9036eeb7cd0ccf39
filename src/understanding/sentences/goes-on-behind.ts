/** Where a text that a sentence takes has come to its end, what stands behind that is another wish, and no part of it. */
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { opensQuote, readQuoted } from '../text/quotes.ts'

/** The ending of a file name, and that of a text. */
const ending = /\.\p{L}[\p{L}\p{N}]{0,5}(?=[\s,;(])/gu
const endsInEnding = /\.\p{L}[\p{L}\p{N}]{0,5}$/u

/** `"x" and cancel 208`: behind the quotation mark that closes, a pause or a word that joins stands before more. */
export function goesOnBehindQuote(text: string, language: Language): boolean {
  // An apostrophe may open a word, too.
  if (!opensQuote(text, 0) || /^['‘’]/u.test(text)) return false
  const quoted = readQuoted(text, 0)
  return quoted !== null && !/["”“»]\s*$/u.test(text.slice(quoted.end)) && joinsMore(text.slice(quoted.end), language)
}

/** `b.txt and delete it`, `b.txt (the old one)`: a name that has its ending already, and does not end in one. */
export function goesOnBehindFile(text: string, language: Language): boolean {
  return [...text.matchAll(ending)].some(({ 0: { length }, index }) => {
    const rest = text.slice(index + length)
    return joinsMore(rest, language) || !endsInEnding.test(text)
  })
}

function joinsMore(rest: string, { borders }: Language): boolean {
  const { text } = foldText(rest)
  if (text === '') return false
  return /^\s*[,;.:!?(\n]/u.test(rest) || borders.endsAt(text, 0).some((end) => end < text.length)
}
