import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isMadeOf, lastPlace } from '../text/phrases.ts'
import type { SentenceReading } from './sentence-reading.ts'

/**
 * The text without an ending that is no part of the wish ("…, ok?", "… lol"); `null` when it has none, or when the ending belongs to
 * a free text, which is taken as it stands.
 * @param best the best reading of the whole text, if it has any
 */
export function untaggedText(text: Folded, best: SentenceReading | undefined, language: Language): Folded | null {
  const untagged = withoutTag(text, language) ?? withoutTail(best, text, language)
  return untagged === null || endsInText(best, text, untagged) ? null : untagged
}

/** The text before a word of yes that asks, behind a pause; `null` when it does not end so. */
function withoutTag({ text, original, starts, ends }: Folded, { words }: Language): Folded | null {
  if (!/\?\s*$/u.test(original)) return null
  for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
    if (!isPause(original.slice(ends[at - 1], starts[at + 1]))) continue
    return words.yes.endsAt(text, at + 1).includes(text.length) ? foldText(original.slice(0, ends[at - 1])) : null
  }
  return null
}

/**
 * The text before words that say nothing of what is asked for; `null` when it ends in none, or in what a sentence itself says.
 * Behind a name only a pause tells from its end what people are called as well: "Peter Right" is not Peter.
 */
function withoutTail(
  reading: SentenceReading | undefined,
  { text, original, starts, ends }: Folded,
  { tail, tailOrName, skipped }: Language,
): Folded | null {
  const last = reading?.slots.at(-1)
  if (reading !== undefined && last?.to !== text.length) return null
  const isNamed = (at: number) =>
    last?.wildcard === true &&
    tailOrName.endsAt(text, at).length > 0 &&
    !isPause(original.slice(ends[at - 2], starts[at]))
  const from = lastPlace(text, (rest) => isMadeOf(rest, tail, skipped) && !isNamed(text.length - rest.length))
  return from === null ? null : foldText(original.slice(0, ends[from - 2]))
}

/** Whether the end of the text is in a free text of the command; one that is nothing but a tail, and may be missing, is none. */
function endsInText(reading: SentenceReading | undefined, { text }: Folded, untagged: Folded): boolean {
  const last = reading?.slots.at(-1)
  const parameter = reading?.command.parameters.find(({ name }) => name === last?.name)
  if (last === undefined || parameter?.type !== 'text' || last.to !== text.length) return false
  return parameter.required || last.from < untagged.text.length
}
