/** "yes, but not the 15th", "sí, pero no el 205": a value behind a yes and a no, which is not wanted, and takes the place of nothing. */
import { readExactValue } from '../bare-value.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import type { Reading } from '../reading.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { afterWord, isMadeOf, phrasesIn } from '../text/phrases.ts'
import { readCorrectedValue } from './corrected-value.ts'

/** `null` where no preview waits, or what is denied is no value: "yes but don't cancel 205" names what is not to be done. */
export function readDeniedBehindYes(said: OpenText): Reading | null {
  const { folded, expectation, reader, when } = said
  const { words, however, aroundYes } = reader.language
  const { text, original, starts, ends } = folded
  if (expectation.kind !== 'confirmation') return null
  for (const { from, to } of phrasesIn(text, however)) {
    const isYes = from === 0 || isMadeOf(text.slice(0, from - 1), words.yes, aroundYes)
    const at = afterWord(text, to)
    const denials = isYes && at < text.length ? [words.no, words.negation].flatMap((no) => no.endsAt(text, at)) : []
    for (const end of denials) {
      const next = afterWord(text, end)
      // "Yes, but no, 205" wants it.
      if (next >= text.length || isPause(original.slice(ends[end - 1], starts[next]))) continue
      const rest = foldText(original.slice(starts[next]))
      const number = readExactValue(rest, { type: 'id' }, reader.language, when)?.value ?? ''
      if (isDigits(number)) return { kind: 'leave-out', value: number, refuses: true }
      const choice = choiceIn(rest, said)
      if (choice === 'other') return { kind: 'unknown', against: 'added' }
      if (choice === 'chosen') return { kind: 'no' }
      if (readCorrectedValue(rest, wantedBy(said), reader.language, when) !== null) return { kind: 'no' }
    }
  }
  return null
}

/** "By card", of what is paid so or otherwise: to deny another choice refuses nothing that is shown, and what else is meant is not known. */
function choiceIn(rest: Folded, said: OpenText): 'chosen' | 'other' | null {
  const {
    reader: { language },
    when,
  } = said
  for (const wanted of wantedBy(said)) {
    const exact =
      wanted.chosen === undefined ? null : readExactValue(rest, wanted, language, when, language.aroundExact)
    if (exact !== null) return exact.value === wanted.chosen ? 'chosen' : 'other'
  }
  return null
}
