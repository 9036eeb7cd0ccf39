import type { Folded } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isMadeOf } from '../text/phrases.ts'

/** Whether the whole text asks for what waits, or what is asked, once more: "what?", "what happens if I confirm?". Who asks has decided nothing. */
export function asksToSee({ text }: Folded, { showAgain, aroundShown }: Language): boolean {
  return isMadeOf(text, showAgain, aroundShown)
}
