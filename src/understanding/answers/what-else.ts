import type { OpenText } from '../open-text.ts'
import type { Reading } from '../reading.ts'
import { isDigits } from '../text/is-digits.ts'
import { isQuestion } from '../text/is-question.ts'
import { readBehindAnd, readWhatAbout } from './what-about.ts'

/** What else the last question is asked about, or all that is asked for behind an "and". */
export function readWhatElse({ text, folded, expectation, reader, when }: OpenText): Reading | null {
  const { catalogue, commands, language } = reader
  const asked = readWhatAbout(folded, catalogue, language, when)
  // "E o do João" may as well be one of a list.
  const mayBeOther = asked?.free === true && asked.same !== true && asked.asValue === undefined && !isQuestion(text)
  const other = mayBeOther && expectation.kind !== 'nothing' ? null : asked
  // A day, a choice or a number is what the last question is asked of.
  const isOfLast = other !== null && (other.asValue !== undefined || isDigits(other.value))
  const more = isOfLast ? null : readBehindAnd(folded, commands, language, when)
  return (more?.kind === 'wishes' ? { ...more, besides: true } : more) ?? other
}
