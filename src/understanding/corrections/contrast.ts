/**
 * "not 204, 205", "el 204 no, el 205", "205, not 204", "it wasn't 20, it was 100", "20 not 100": what is not meant, beside what is. A pause,
 * a "but" or an "it was" parts the two; on which side of it the "not" stands tells which is which.
 */
import { readExactValue, stripFiller } from '../bare-value.ts'
import { readCorrectedValue } from './corrected-value.ts'
import { readCourtesy } from '../words/courtesy.ts'
import { readControlWord } from '../words/control-words.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord, isMadeOf, skipLeading, trimPhrases } from '../text/phrases.ts'
import type { CommandReader } from '../wishes/read-commands.ts'
import type { FreeCorrection, ValueCorrection } from '../correction-reading.ts'
import { parseAmountWords } from '../values/number-words.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

/** Longer texts say more than that. */
const maxLength = 80
/** Longer ones are no name. */
const maxNameWords = 4

/** Both sides, as they were written; `loose`: nothing but the "not" parts them; `either`: it may as well be a no, to what was said first. */
type Sides = { readonly not: Folded; readonly meant: Folded; readonly loose?: true; readonly either?: boolean }

/** What is meant as a correction that says what it is not; `null` when the text sets no two things of a kind against each other. */
export function readContrast(
  folded: Folded,
  commands: CommandReader,
  language: Language,
  wanted: readonly WantedValue[],
  when: When,
  { isSure = false }: { readonly isSure?: boolean } = {},
): ValueCorrection | FreeCorrection | null {
  if (wanted.length === 0 || folded.original.length > maxLength) return null
  const sides = [...behindNo(folded, language), folded].flatMap((each) => [...sidesOf(each, language)])
  for (const { loose, either, ...said } of sides) {
    if (isSure && either === true) continue
    const [not, meant] = [withoutTelling(said.not, language), withoutTelling(said.meant, language)]
    const same = wanted.filter((each) => readExactValue(not, each, language, when) !== null)
    const value = readCorrectedValue(meant, same, language, when)
    const before = readCorrectedValue(not, same, language, when)?.correction ?? null
    if (value !== null && before !== null) return { ...value, not: before, ...(either === true && { either }) }
    if ([not, meant].every((each) => isName(each, commands, language, when)))
      return {
        kind: 'free-correction',
        correction: stripFiller(meant, language),
        not: stripFiller(not, language),
        ...(loose && { perhaps: loose }),
      }
  }
  return null
}

/** "not 204, 205" of "no, not 204, 205"; none where the text does not begin with a no. */
function behindNo({ text, original, starts }: Folded, { words, skipped }: Language): readonly Folded[] {
  return words.no
    .endsAt(text, skipLeading(text, skipped))
    .flatMap((end) => starts[afterWord(text, end)] ?? [])
    .map((from) => foldText(original.slice(from)))
}

function* sidesOf(folded: Folded, language: Language): Generator<Sides> {
  const { text } = folded
  const first = skipLeading(text, language.skipped)
  // "It was not 500, it was 600"
  const led = skipLeading(text, language.filler)
  for (let at = first; at < text.length; at++) {
    if (!isWordStart(text, at)) continue
    for (const end of negationsAt(text, at, language)) {
      const from = afterWord(text, end)
      if (from < text.length)
        yield* at === first || at === led
          ? sidesBehind(folded, from, language)
          : sidesAround(folded, { first, at, from, end }, language)
    }
  }
}

/** "not 204, 205": the "not" stands before all of it. */
function* sidesBehind(folded: Folded, from: number, language: Language): Generator<Sides> {
  const { text } = folded
  if (partedFrom(folded, from, language) !== null) return
  for (let at = from + 1; at < text.length; at++) {
    const meant = isWordStart(text, at) ? (partedFrom(folded, at, language) ?? toldFrom(folded, at, language)) : null
    if (meant !== null && meant < text.length)
      yield { not: between(folded, from, at - 1), meant: between(folded, meant, text.length) }
  }
}

/** "204 not, 205" and "205, not 204": it stands between the two, and belongs to the one from which nothing parts it. */
function* sidesAround(
  folded: Folded,
  {
    first,
    at,
    from,
    end,
  }: { readonly first: number; readonly at: number; readonly from: number; readonly end: number },
  language: Language,
): Generator<Sides> {
  const behind = partedFrom(folded, from, language)
  const before = partedBefore(folded, at, language)
  if (behind !== null && before === null)
    yield { not: between(folded, first, at - 1), meant: between(folded, behind, folded.text.length) }
  const either = language.words.no.endsAt(folded.text, at).includes(end) && !saysBut(folded, at, language)
  if (behind === null && before !== null)
    yield { not: between(folded, from, folded.text.length), meant: between(folded, first, before), either }
  // "20 not 100"
  if (behind === null && before === null && at - 1 > first)
    yield { not: between(folded, from, folded.text.length), meant: between(folded, first, at - 1), loose: true, either }
}

/** Whether the word before this place is a "but" behind something. */
function saysBut({ text }: Folded, at: number, { words }: Language): boolean {
  const before = text.lastIndexOf(' ', at - 2)
  return before > 0 && words.but.endsAt(text, before + 1).includes(at - 1)
}

function negationsAt(text: string, at: number, { words, deniedAfter, deniedBefore }: Language): readonly number[] {
  return [...new Set([words.negation, deniedAfter, deniedBefore].flatMap((phrases) => phrases.endsAt(text, at)))]
}

/** Where what is set against the words before this place begins; `null` where nothing parts the two. */
function partedFrom({ text, original, starts, ends }: Folded, at: number, { words }: Language): number | null {
  const [but] = words.but.endsAt(text, at)
  if (but !== undefined) return afterWord(text, but)
  return isPause(original.slice(ends[at - 2], starts[at])) ? at : null
}

/** "It was 60" of "it was not 50 it was 60": what it is begins anew, so that no pause need part the two. */
function toldFrom({ text }: Folded, at: number, { telling }: Language): number | null {
  return telling.endsAt(text, at).some((end) => end < text.length) ? at : null
}

/** Where the words end that a pause, or a "but", parts from the word at this place; `null` where nothing does. */
function partedBefore(folded: Folded, at: number, language: Language): number | null {
  const { text, original, starts, ends } = folded
  if (isPause(original.slice(ends[at - 2], starts[at]))) return at - 1
  return saysBut(folded, at, language) ? text.lastIndexOf(' ', at - 2) : null
}

/** "10" of "foi 10". */
function withoutTelling({ text, original, starts }: Folded, { telling }: Language): Folded {
  const [end] = telling.endsAt(text, 0)
  return foldText(original.slice(starts[end === undefined || end >= text.length ? 0 : afterWord(text, end)]))
}

function between({ original, starts, ends }: Folded, from: number, to: number): Folded {
  return foldText(original.slice(starts[from], ends[to - 1]))
}

/** A few words that may be what something is called, and are nothing else. */
export function isName(said: Folded, commands: CommandReader, language: Language, when: When): boolean {
  const kept = trimPhrases(said.text, language.filler)
  if (kept === null || /\d/u.test(said.text)) return false
  const words = said.text.slice(kept.from, kept.to).split(' ')
  return (
    words.length <= maxNameWords &&
    parseAmountWords(words, language.code) === null &&
    !isMadeOf(said.text, language.words.everything, language.skipped) &&
    readControlWord(said, language) === null &&
    readCourtesy(said, language) === null &&
    commands.read(said.original, when) === null
  )
}
