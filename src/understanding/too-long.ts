/** A longer text is not read as a sentence, in characters as people count them. */
export const maxSentenceLength = 500
/** A family in one emoji is eleven of the units that a text is stored in; a text of more such units is not even counted. */
const maxUnits = maxSentenceLength * 12

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Whether a text is too long to be read as a sentence: an emoji is one character, however it is made up. */
export function isTooLong(text: string): boolean {
  if (text.length <= maxSentenceLength || text.length > maxUnits) return text.length > maxSentenceLength
  const [more] = characters.segment(text)[Symbol.iterator]().drop(maxSentenceLength).take(1)
  return more !== undefined
}
