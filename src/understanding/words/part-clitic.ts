import type { Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/** "vela" is no "ve la". */
const leastVerb = 4

/**
 * Takes the first pronoun off the verb that it is written together with: "cancélalo" becomes "cancela lo", "cancele-o" "cancele
 * ele". Only where what is left is a word of the language; what follows may be free text, and stays as it was written.
 */
export function partClitic(text: string, { words }: Locale, vocabulary: Vocabulary): string {
  const things = words['that_thing'] ?? []
  const clitics = (words['clitics'] ?? []).toSorted((a, b) => b.length - a.length)
  // A pronoun that cannot stand alone ("o" is an article too) gives way to one that can, for things and people alike.
  const free = things.find((word) => words['that_person']?.includes(word))
  for (const found of text.matchAll(/[\p{L}\p{M}]+(?:-\p{L}+)*/gu)) {
    const word = foldText(found[0]).text.replaceAll(' ', '-')
    const clitic = clitics.find(
      (each) =>
        word.endsWith(each) && word.length >= each.length + leastVerb && vocabulary.knows(word.slice(0, -each.length)),
    )
    if (clitic === undefined) continue
    const pronoun = things.find((each) => clitic.endsWith(each)) ?? free ?? ''
    const parted = `${word.slice(0, -clitic.length)} ${pronoun}`
    return `${text.slice(0, found.index)}${parted}${text.slice(found.index + found[0].length)}`
  }
  return text
}
