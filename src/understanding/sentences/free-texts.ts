import type { Command } from '../../catalogue/catalogue.ts'
import { type Folded, isAccentedLetter } from '../text/fold-text.ts'
import { skipLeading } from '../text/phrases.ts'
import type { Language } from '../words/language.ts'
import { isShortText } from './is-short-text.ts'
import type { FilledSlot } from './sentence-reading.ts'

/** The free texts of a sentence. */
export type FreeTexts = {
  readonly count: number
  /** Those of them that do not take all that stands there, which are not among `count`. */
  readonly short: number
  /** Those that follow another value directly ("order {id} {reason}"): the text may be a wish of its own. */
  readonly loose: number
  /** Whether a loose one begins with "and": no free text does, it is another wish that could not be read. */
  readonly swallowed: boolean
}

/** Which of what a sentence takes is free text, and how sure it is where each begins. */
export function freeTextsOf(
  command: Command,
  slots: readonly FilledSlot[],
  folded: Folded,
  language: Language,
): FreeTexts {
  const { text, original, starts, ends } = folded
  const texts = new Map(command.parameters.filter(({ type }) => type === 'text').map((each) => [each.name, each]))
  let count = 0
  let short = 0
  let loose = 0
  let swallowed = false
  for (const [at, { name, from, wildcard }] of slots.entries()) {
    const parameter = texts.get(name)
    // A number that is taken for a text is no more than that.
    if (parameter === undefined || !wildcard) continue
    if (isShortText(parameter)) short++
    else count++
    const before = slots[at - 1]
    const gap = before === undefined ? ':' : original.slice(ends[before.to - 1], starts[from])
    if (/[^\s;]/u.test(gap)) continue
    loose++
    const first = skipLeading(text, language.skipped, from)
    swallowed ||= language.words.and.endsAt(text, first).some((end) => !isAccentedLetter(folded, first, end))
  }
  return { count, short, loose, swallowed }
}
