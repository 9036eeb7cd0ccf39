import type { Folded } from '../text/fold-text.ts'
import type { Language } from './language.ts'
import { isMadeOf } from '../text/phrases.ts'

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

/** What is said one after the other ("thanks and see you tomorrow"): the first of these that is said is what is answered. */
const smallTalk = ['farewell', 'thanks', 'greeting'] as const

/** The courtesy that the whole text is ("Hello!", "good morning, please", "muito obrigado"). */
export function readCourtesy(folded: Folded, language: Language): (typeof courtesies)[number] | null {
  return (
    courtesies.find((word) => {
      const phrases = language.words[word]
      if (phrases.lists(folded.original)) return true
      return word === 'renumbering'
        ? isMadeOf(withoutPhones(folded.text), phrases, language.aroundRenumbering)
        : isMadeOf(folded.text, phrases, language.skipped)
    }) ??
    smallTalk.find((word) => isMadeOf(folded.text, language.words[word], language.aroundSmallTalk)) ??
    null
  )
}

/** "My new number is please update it" of "my new number is +55 11 99000-0001, please update it". */
function withoutPhones(text: string): string {
  return text.replaceAll(/(?: \+?\d[\d().-]*)+(?= |$)/gu, '')
}
