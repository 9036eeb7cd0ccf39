import { type Folded, originalBetween } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord, skipLeading } from './phrases.ts'

/** More words, or a longer text, are a wish that was not understood rather than the name of something. */
const maxWords = 4
const maxLength = 60

/** What help is asked about: "orders" of "help orders", "ajuda CANCEL_ORDER"; `null` when the text asks for none. */
export function readHelpTopic(folded: Folded, language: Language): string | null {
  const { text } = folded
  const from = skipLeading(text, language.skipped)
  const end = language.words.help.endsAt(text, from).find((each) => !text.slice(from, each).includes(' '))
  if (end === undefined) return null
  const at = afterWord(text, end)
  const topic = originalBetween(folded, at, text.length).replace(/[\s.,!?;:…]+$/u, '')
  return topic === '' || topic.length > maxLength || text.slice(at).split(' ').length > maxWords ? null : topic
}
