/**
 * "I changed my mind", "that was the wrong one": a no to what is open, and where nothing is, perhaps said of what was done. Only a whole
 * message says so: beside something that is asked for ("wrong order, cancel 205") it tells why.
 */
import { foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { isMadeOf } from '../text/phrases.ts'
import type { Expectation } from '../expectation.ts'
import type { Reading } from '../reading.ts'
import { isTooLong } from '../text/too-long.ts'

/** What such words may be taken for otherwise. */
const unsure: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'unknown',
  'no',
  'drop',
  'free-correction',
  'negated',
])

/** The reading of a message, where it is such words in this language; else what it was. */
export function withRegret(
  text: string,
  reading: Reading,
  { kind: awaited }: Expectation,
  language: Language,
): Reading {
  if (awaited === 'value' || !unsure.has(reading.kind) || isTooLong(text) || isQuestion(text)) return reading
  if (!isMadeOf(foldText(text).text, language.regret, language.aroundRegret)) return reading
  const kind = reading.kind === 'drop' ? 'drop' : 'no'
  return awaited === 'nothing' ? { kind, regrets: true } : { kind }
}
