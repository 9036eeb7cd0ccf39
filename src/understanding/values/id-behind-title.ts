/**
 * Of things whose ids mean nothing to people, a number is an id where their title stands before it: whoever says "customer 22" knows the
 * number. Any other is at most a part of what one of them is called.
 */
import { foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { afterWord, endsIn, type Phrases } from '../text/phrases.ts'

/**
 * The id that a value is; `null` where it is none.
 * @param before the folded text before it
 */
export function idBehindTitle(value: string, before: string, title: Phrases): string | null {
  const { text } = foldText(value)
  const numbers = title.endsAt(text, 0).map((end) => text.slice(afterWord(text, end)))
  const number = isDigits(value) && endsIn(before.trimEnd(), title) ? value : numbers.find(isDigits)
  return number ?? null
}
