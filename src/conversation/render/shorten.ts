import type { Locale } from '../../catalogue/catalogue.ts'
import { say } from './say.ts'

/** How long a reply may be, in characters: whatever is told of, nobody has to scroll through more. */
const maxReplyLength = 16_000
/** So much of its end is kept: there stands what can be done next. */
const maxEndLength = 1_000
/** Of a longer line not all need be kept. */
const maxLineLength = 500

/** A text as long as a reply may be: of one that is longer lines are left out before its end, and it says how many. */
export function shorten(locale: Locale, text: string): string {
  if (text.length <= maxReplyLength) return text
  const lines = text.split('\n').flatMap((line) => line.match(piece) ?? [''])
  const end = fitting(lines.toReversed(), maxEndLength)
  const begin = fitting(lines.slice(0, lines.length - end), maxReplyLength - maxEndLength)
  const left = say(locale, 'reply_shortened', { count: lines.length - end - begin })
  return [...lines.slice(0, begin), left, ...lines.slice(lines.length - end)].join('\n')
}

const piece = new RegExp(`.{1,${maxLineLength}}`, 'gu')

/** How many of the lines have room in so many characters. */
function fitting(lines: readonly string[], most: number): number {
  let length = 0
  const over = lines.findIndex((line) => (length += line.length + 1) > most)
  return over === -1 ? lines.length : over
}
