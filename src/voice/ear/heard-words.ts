import { sayNumber } from '../../understanding/spoken/say-number.ts'
import type { Spoken } from '../../understanding/spoken/spoken.ts'

/** A word as it is said, a number in figures as any way to say it; `null`: the ear does not know it. */
export type HeardWord = Spoken | null

/** The words of a text as they are said. */
export function heardWords(text: string, knows: (word: string) => boolean): readonly HeardWord[] {
  const plain = text
    .toLowerCase()
    .replaceAll(/\$\s?(\d+)/gu, '$1 dollars')
    .replaceAll(/(\d)\s?%/gu, '$1 percent')
  return (plain.match(/[\p{L}\p{M}\p{N}']+(?:-[\p{L}\p{M}\p{N}']+)*/gu) ?? []).flatMap((part) => {
    // "to-morrow" is a word, "staff-meeting" two.
    const joined = part.replaceAll('-', '')
    const words = knows(joined) ? [joined] : part.split('-')
    return words.map((word) => sayNumber(word) ?? (knows(word) ? word : null))
  })
}
