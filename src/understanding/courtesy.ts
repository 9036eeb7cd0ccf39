import type { Folded } from './fold-text.ts'
import type { Language } from './language.ts'
import { isMadeOf } from './phrases.ts'

/** What asks for nothing, and still wants an answer; "hi, thanks" greets. */
export const courtesies = [
  'greeting',
  'thanks',
  'farewell',
  'introduction',
  'human',
  'trust',
  'erasure',
  'renumbering',
  'wait',
  'worked',
  'reversible',
] as const

/** The courtesy that the whole text is ("Hello!", "good morning, please", "muito obrigado"). */
export function readCourtesy(folded: Folded, language: Language): (typeof courtesies)[number] | null {
  return (
    courtesies.find((word) => {
      const phrases = language.words[word]
      const text = word === 'renumbering' ? withoutPhone(folded.text) : folded.text
      return phrases.lists(folded.original) || isMadeOf(text, phrases, language.skipped)
    }) ?? null
  )
}

/** "My new number is" of "my new number is +55 11 99000-0001". */
function withoutPhone(text: string): string {
  return text.replace(/(?: \+?\d[\d().-]*)+$/u, '')
}
