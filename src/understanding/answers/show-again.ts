import type { Folded } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isQuestion } from '../text/is-question.ts'
import { isMadeOf } from '../text/phrases.ts'

/** Whether the whole text asks for what waits, or what is asked, once more: "what?", "what happens if I confirm?". Who asks has decided nothing. */
export function asksToSee({ text }: Folded, { showAgain, aroundShown }: Language): boolean {
  return isMadeOf(text, showAgain, aroundShown)
}

/** "Is that right?", "¿está bien?", "ok?": who asks wants to see what they would agree to. */
export function asksWhetherRight({ text, original }: Folded, { askingRight, aroundControl }: Language): boolean {
  return isQuestion(original) && isMadeOf(text, askingRight, aroundControl)
}
