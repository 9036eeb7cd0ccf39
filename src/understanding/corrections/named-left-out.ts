/**
 * João of "not João's", "el de João no", "without the one of João": what is left out of several things by what it is called, as "not 205" leaves
 * one out by its number. Whether anything is called so is for the conversation to know. "No, el de João" corrects, and leaves nothing out.
 */
import { isName } from './contrast.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, isMadeOf, lastPlace, phrasesIn, skipLeading, trimPhrases } from '../text/phrases.ts'
import type { MessageReader } from '../read-message.ts'
import type { Expectation } from '../expectation.ts'
import type { FreeCorrection, LeftOut } from '../correction-reading.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { cleanName } from '../sentences/slot-of-parameter.ts'
import { isTooLong } from '../text/too-long.ts'
import type { When } from '../values/when.ts'

/** The reading with whose thing it may leave out of those that wait, or are listed. */
export function withLeftOut(
  text: string,
  { kind }: Expectation,
  reading: Reading,
  reader: MessageReader,
  when: When,
): Reading {
  const mayLeaveOut =
    (reading.kind === 'unknown' && reading.leavesOut === undefined) ||
    (reading.kind === 'free-correction' && isBare(reading)) ||
    (reading.kind === 'wishes' && isLookWithout(reading.wishes, reader))
  if ((kind !== 'confirmation' && kind !== 'choice') || !mayLeaveOut) return reading
  const out = isTooLong(text) ? null : readLeftOutName(foldText(text), reader, when)
  return out === null ? reading : { ...reading, out }
}

/** Whether it says neither which value it is of, nor what else is meant or not: "not Maria, João". */
function isBare({ not, only, of, place }: FreeCorrection): boolean {
  return [not, only, of, place].every((each) => each === undefined)
}

/** "without João's order": nobody is called "without João", whose order could be looked at. */
function isLookWithout([wish, ...others]: readonly Wish[], { catalogue, language }: MessageReader): boolean {
  if (wish?.source !== 'sentence' || others.length > 0 || catalogue.commands.get(wish.command)?.safety !== 'read')
    return false
  return Object.values(wish.args).some((value) => language.without.endsAt(foldText(value).text, 0).length > 0)
}

function readLeftOutName(folded: Folded, { commands, language }: MessageReader, when: When): LeftOut | null {
  for (const said of [...saidBehind(folded, language), ...saidBefore(folded, language)]) {
    const found = nameIn(foldText(said), language)
    if (found !== null && isName(foldText(found.name), commands, language, when)) return found
  }
  return null
}

/** What stands behind a "not", or a "without". */
function saidBehind({ text, original, starts, ends }: Folded, { words, without, skipped }: Language): string[] {
  const from = skipLeading(text, skipped)
  return [words.negation, words.no, without].flatMap((phrases) =>
    phrases.endsAt(text, from).flatMap((end) => {
      const next = starts[afterWord(text, end)]
      return end >= text.length || isPause(original.slice(ends[end - 1], next)) ? [] : [original.slice(next)]
    }),
  )
}

/** What stands before a "not" at the end. */
function saidBefore({ text, original, ends }: Folded, { words, deniedAfter, skipped }: Language): string[] {
  const at = lastPlace(text, (rest) =>
    [deniedAfter, words.no, words.negation].some((no) => isMadeOf(rest, no, skipped)),
  )
  return at === null ? [] : [original.slice(0, ends[at - 2])]
}

/** "João" of "the one of João", "João's order", "o do João"; sure where it is said to be somebody's, or is written as a name is. */
export function nameIn({ text, original, starts, ends }: Folded, language: Language): LeftOut | null {
  const from = behindOneOf(text, language)
  const kept = trimPhrases(text.slice(from), language.filler)
  if (kept === null || kept.from > 0) return null
  const written = original.slice(starts[from], ends[from + kept.to - 1])
  const name = cleanName(written, language)
  if (name === null) return null
  const isOwned = name !== written || phrasesIn(text.slice(0, Math.max(0, from - 1)), language.words.whose).length > 0
  return { name, sure: isOwned || name !== name.toLowerCase() }
}

/** Where the name begins behind what may stand before whose a thing is. */
function behindOneOf(text: string, { toldOf, standIn }: Language): number {
  let at = 0
  for (let next = -1; next !== at;) {
    next = at
    at = skipLeading(text, standIn, skipLeading(text, toldOf, at))
  }
  return Math.min(at, text.length)
}
