import type { Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/** "Dile" is "di le", and "sale" no "sa le". */
const leastVerb = 3

/** A verb, and where it stands in the text as written. */
export type DativeVerb = { readonly from: number; readonly to: number; readonly said: string }

/** The first verb that is written together with a pronoun for what something is done to: "agregale". `null` where none is. */
export function findDativeVerb(text: string, { words }: Locale, vocabulary: Vocabulary): DativeVerb | null {
  const clitics = words['clitics_to'] ?? []
  for (const { index, 0: said } of text.matchAll(/[\p{L}\p{M}]+(?:-\p{L}+)*/gu)) {
    const word = foldText(said).text.replaceAll(' ', '-')
    const isOne = clitics.some(
      (each) =>
        word.endsWith(each) && word.length >= each.length + leastVerb && vocabulary.knows(word.slice(0, -each.length)),
    )
    if (isOne) return { from: index, to: index + said.length, said }
  }
  return null
}
