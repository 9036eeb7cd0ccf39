/** "Instead of Maria, João", "205 em vez do 204": what is not meant of the open preview, and what is. */
import { readExactValue, stripFiller } from '../bare-value.ts'
import { isName } from './contrast.ts'
import { readCorrectedValue } from './corrected-value.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import { isWordStart } from '../text/match-literal.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import { afterWord, phrasesIn, skipLeading } from '../text/phrases.ts'
import type { FreeCorrection, ValueCorrection } from '../correction-reading.ts'

/** Longer texts say more than that. */
const maxLength = 80

/** `null` where the two are not of one kind; what nothing is called changes nothing. */
export function readInsteadOf(said: OpenText): ValueCorrection | FreeCorrection | null {
  const { folded, expectation, reader, when } = said
  const { commands, language } = reader
  if (expectation.kind !== 'confirmation' || folded.original.length > maxLength) return null
  for (const { from, to } of phrasesIn(folded.text, language.insteadOf)) {
    for (const { not, meant } of sidesOf(folded, { from: skipped(from), at: from, to: afterWord(folded.text, to) })) {
      const wanted = wantedBy(said).filter((each) => readExactValue(not, each, language, when) !== null)
      const value = readCorrectedValue(meant, wanted, language, when)
      const before = readCorrectedValue(not, wanted, language, when)?.correction
      if (value !== null && before !== undefined) return { ...value, not: before }
      if ([not, meant].every((each) => isName(each, commands, language, when)))
        return {
          kind: 'free-correction',
          correction: stripFiller(meant, language),
          not: stripFiller(not, language),
          refuses: true,
          perhaps: true,
        }
    }
  }
  return null

  /** Where what is said begins, at most at a place. */
  function skipped(most: number): number {
    return Math.min(most, skipLeading(folded.text, language.beforeChange))
  }
}

type Place = { readonly from: number; readonly at: number; readonly to: number }

/** What stands before those words, or else behind the pause that follows them. */
function sidesOf(
  { text, original, starts, ends }: Folded,
  { from, at, to }: Place,
): readonly { readonly not: Folded; readonly meant: Folded }[] {
  const between = (first: number, end: number) => foldText(original.slice(starts[first], ends[end - 1]))
  if (to >= text.length) return []
  if (from < at) return [{ not: between(to, text.length), meant: between(from, at - 1) }]
  return [...text.slice(to).matchAll(/ /gu)]
    .map(({ index }) => to + index + 1)
    .filter((place) => isWordStart(text, place) && isPause(original.slice(ends[place - 2], starts[place])))
    .map((place) => ({ not: between(to, place - 1), meant: between(place, text.length) }))
}
