/** A longer text is not read as a sentence: in letters, digits and marks, of which an emoji and an accent are none. */
export const maxSentenceLength = 500
/** A family in one emoji is eleven of the units that a text is stored in; a text of more such units is not even counted. */
const maxUnits = maxSentenceLength * 12

/** What nothing is read of. What looks like one character does not tell: that may be as many letters as somebody likes. */
const unread = /[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\p{M}\p{Cf}]/gu

/** Whether a text is too long to be read as a sentence. */
export function isTooLong(text: string): boolean {
  if (text.length <= maxSentenceLength || text.length > maxUnits) return text.length > maxSentenceLength
  return text.replace(unread, '').length > maxSentenceLength
}
