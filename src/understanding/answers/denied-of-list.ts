/**
 * "no el 207", "la primera no", "1 no, 2", said of things that are listed and of which none is taken yet: there is nothing to correct, so
 * that the one behind the "not" is never the one that is meant. It is left out, unless another one is said beside it.
 */
import { called, bareNumber, lastOne, listedTime } from './read-listed.ts'
import { readCourtesy } from '../words/courtesy.ts'
import { readControlWord } from '../words/control-words.ts'
import { listedIn, type OpenText } from '../open-text.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord, isMadeOf, lastPlace, skipLeading } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'

/** What is not meant, and what is said beside it; '' where nothing is. `behind`: the "not" stands behind it, as behind nothing but a name. */
type Denied = { readonly not: string; readonly meant: string; readonly behind?: true }

/** What is picked of the list, or which number or place of it is left out; `null` where none of them is denied. */
export function readDeniedOfList(said: OpenText): Reading | null {
  const { expectation, reader } = said
  if (expectation.kind !== 'choice' || expectation.command !== undefined || listedIn(said) === undefined) return null
  for (const { not, meant, behind } of deniedIn(said.folded, reader.language)) {
    const denied = inList(said, not, [bareNumber, lastOne])
    if (isSaid(meant, reader.language)) {
      const mayBeNames = denied !== null || behind === true
      const picked = inList(said, meant, [bareNumber, lastOne, listedTime, ...(mayBeNames ? [called] : [])])
      if (picked !== null) return picked
    } else if (denied?.kind === 'pick') return { kind: 'leave-out', value: String(denied.n) }
    else if (denied?.kind === 'of-several') return { ...denied, not: true }
  }
  return null
}

function inList(
  said: OpenText,
  text: string,
  readers: readonly ((said: OpenText) => Reading | null)[],
): Reading | null {
  if (text === '') return null
  const part = { ...said, text, folded: foldText(text) }
  const reading = readers.map((read) => read(part)).find((each) => each !== null) ?? null
  return reading?.kind === 'drop' ? null : reading
}

/** Whether it says which one is meant: "no el 207, gracias" and "no el 207, el otro" say no more than the first half. */
function isSaid(text: string, language: Language): boolean {
  const folded = foldText(text)
  const isEmpty = folded.text === '' || isMadeOf(folded.text, language.skipped, language.skipped)
  const isOther = isMadeOf(folded.text, language.otherOne, language.answering)
  return !isEmpty && !isOther && readCourtesy(folded, language) === null && readControlWord(folded, language) === null
}

/** "not 207, 208" and "207 not, 208". */
function* deniedIn(folded: Folded, language: Language): Generator<Denied> {
  const { text, original, starts } = folded
  const first = skipLeading(text, language.skipped)
  for (const end of [language.deniedBefore, language.without].flatMap((not) => not.endsAt(text, first))) {
    const from = afterWord(text, end)
    // "No, 207" is another thing to say.
    if (from < text.length && !pauseBefore(folded, from)) yield partedAt(folded, from, pauseIn(folded, from))
  }
  const behind = lastPlace(text, (rest) => isDenial(rest, language))
  if (behind !== null && !pauseBefore(folded, behind)) yield { not: original.slice(0, starts[behind]), meant: '' }
  const pause = pauseIn(folded, first)
  const before = foldText(original.slice(0, starts[pause]))
  const at = pause === text.length ? null : lastPlace(before.text, (rest) => isDenial(rest, language))
  if (at !== null && !pauseBefore(before, at))
    yield { not: before.original.slice(0, before.starts[at]), meant: original.slice(starts[pause]), behind: true }
}

function isDenial(rest: string, { deniedAfter, words, skipped }: Language): boolean {
  return [deniedAfter, words.no, words.negation].some((no) => isMadeOf(rest, no, skipped))
}

function partedAt({ text, original, starts, ends }: Folded, from: number, at: number): Denied {
  const meant = at === text.length ? '' : original.slice(starts[at])
  return { not: original.slice(starts[from], at === text.length ? ends[at - 1] : ends[at - 2]), meant }
}

/** Where the words behind the first pause begin; the end where there is none. */
function pauseIn(folded: Folded, from: number): number {
  for (let at = from + 1; at < folded.text.length; at++)
    if (isWordStart(folded.text, at) && pauseBefore(folded, at)) return at
  return folded.text.length
}

function pauseBefore({ original, starts, ends }: Folded, at: number): boolean {
  return at > 1 && isPause(original.slice(ends[at - 2], starts[at]))
}
