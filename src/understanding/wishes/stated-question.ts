import type { Folded } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { skipLeading } from '../text/phrases.ts'
import type { SentenceReading } from '../sentences/sentence-reading.ts'

/**
 * Whether a sentence of a change is a question whether something is so: "Otto left the company?", "a maria quer cancelar?". What is told
 * of somebody or of a thing begins with them and asks for a change only as long as it is told. A request begins with its verb, however
 * politely it is asked ("can you cancel 204?"), or names the thing first and pauses ("o 204, cancela?").
 */
export function isStatedQuestion(
  { command, slots }: SentenceReading,
  folded: Folded,
  { toldOf }: Pick<Language, 'toldOf'>,
): boolean {
  if (command.safety === 'read' || !isQuestion(folded.original)) return false
  const parameterOf = (name: string | undefined) => command.parameters.find((each) => each.name === name)
  const [first] = slots
  const last = slots.at(-1)
  if (first === undefined || last === undefined || parameterOf(first.name)?.entity == null) return false
  // The text of a note may ask what it likes.
  const isNote = last.to >= folded.text.length && last.wildcard && parameterOf(last.name)?.entity === null
  return !isNote && skipLeading(folded.text, toldOf) >= first.from && !pausesBehind(folded, first.to)
}

function pausesBehind({ text, original, starts, ends }: Folded, to: number): boolean {
  return to < text.length && /[,;:.–—]/u.test(original.slice(ends[to - 1], starts[to + 1]))
}
