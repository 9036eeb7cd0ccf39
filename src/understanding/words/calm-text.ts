import { foldText } from '../text/fold-text.ts'
import type { Vocabulary } from './vocabulary.ts'

const drawnOut = /(\p{L})\1{2,}/giu
/** More words than these are drawn out for fun. */
const maxWords = 4

/**
 * The text with "pleaaase", "siiim" or "oiiii" as the words that they draw out: the first such word alone, then the first two,
 * and so on, so that free text at the end can stay as it was written. None where no word is drawn out.
 */
export function calmTexts(text: string, vocabulary: Vocabulary): readonly string[] {
  const calmed: string[] = []
  let before = text
  for (let count = 1; count <= maxWords; count++) {
    let left = count
    const calm = text.replaceAll(/[\p{L}\p{M}]+/gu, (word) => {
      const plain = plainWord(word, vocabulary)
      return plain !== null && left-- > 0 ? plain : word
    })
    if (calm === before) break
    calmed.push(calm)
    before = calm
  }
  return calmed
}

function plainWord(word: string, vocabulary: Vocabulary): string | null {
  if (word.search(drawnOut) < 0) return null
  const plain = ['$1', '$1$1'].map((run) => word.replaceAll(drawnOut, run))
  return plain.find((each) => vocabulary.knows(foldText(each).text)) ?? null
}
