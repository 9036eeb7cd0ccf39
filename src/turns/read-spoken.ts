import type { Spoken } from '../conversation/event.ts'
import type { Reading } from '../understanding/reading.ts'
import { isSameWish } from '../understanding/same-wish.ts'
import { numbersIn } from '../understanding/spoken/numbers-in.ts'
import { repairHomophones } from '../understanding/spoken/repair-homophones.ts'
import type { Fitting } from '../voice/grammar-ear.ts'
import type { Transcript } from '../voice/transcript.ts'

/** A sentence that fits the sound better than what was heard by this much was said: a difference of log likelihoods. */
const clearGain = 0.01

/** Below this an engine is as likely wrong as right about a word, 0 to 1. */
const leastConfidence = 0.5

/**
 * What a transcript means. Where it means something only once words that sound like digits are read as digits, or words that
 * no command knows as those that they almost are, that is what it is taken for, and it is marked: it will be asked about. What
 * two ears heard alike is beyond doubt, and so is a sentence that clearly fits the sound better than words that mean nothing.
 */
export function readSpoken(
  { text, confidence, meant, fitting, ...by }: Transcript,
  language: string,
  read: (text: string) => Reading,
): { readonly reading: Reading; readonly spoken: Spoken } {
  const asHeard = read(unpointed(text))
  const fitted = fitting === undefined ? null : readFitting({ text, fitting }, asHeard, language, read)
  if (fitted !== null) {
    const { reading, transcript, doubt } = fitted
    return { reading, spoken: { transcript, by: transcript === text ? by : { ...by, heard: text }, doubt } }
  }
  const repaired = isWhole(asHeard)
    ? null
    : readRepaired({ text, meant }, asHeard, language, (words) => read(unpointed(words)))
  const reading = repaired ?? asHeard
  const unsure = confidence !== null && confidence < leastConfidence
  const doubt = repaired !== null || isCorrected(reading) ? 'repaired' : unsure ? 'unsure' : null
  return { reading, spoken: { transcript: text, by, doubt } }
}

type Fitted = { readonly reading: Reading; readonly transcript: string; readonly doubt: Spoken['doubt'] }

/** What the sentence that fits the sound makes of a note; `null` where it says nothing about it. */
function readFitting(
  { text, fitting }: { readonly text: string; readonly fitting: Fitting },
  asHeard: Reading,
  language: string,
  read: (text: string) => Reading,
): Fitted | null {
  const reading = read(fitting.text)
  if (reading.kind !== 'wishes') return null
  const { gain } = fitting
  const numbers = [text, fitting.text].map((each) => numbersIn(each, language).join(' '))
  const sameNumbers = numbers[0] === numbers[1]
  if (asHeard.kind === 'unknown') {
    const isSure = sameNumbers || (gain !== null && gain >= clearGain)
    return { reading, transcript: fitting.text, doubt: isSure ? null : 'repaired' }
  }
  if (asHeard.kind !== 'wishes') return null
  const { wishes } = reading
  const isSame =
    asHeard.wishes.length === wishes.length &&
    asHeard.wishes.every((wish, at) => wishes[at] !== undefined && isSameWish(wish, wishes[at]))
  if (isSame) return { reading: asHeard, transcript: text, doubt: null }
  return gain === null || sameNumbers ? null : { reading: asHeard, transcript: text, doubt: 'unsure' }
}

/** A full stop at the end is the engine's, not the speaker's: it belongs to no name and to no note. */
function unpointed(text: string): string {
  return text.replace(/[.…]+\s*$/u, '')
}

/** The first guess that means something more. A guess is never an agreement: what confirms is heard, or it does not confirm. */
function readRepaired(
  { text, meant }: { readonly text: string; readonly meant: string | undefined },
  asHeard: Reading,
  language: string,
  read: (text: string) => Reading,
): Reading | null {
  const digits = repairHomophones(text, language, { awaitsNumber: asHeard.kind === 'value' })
  const numbered = digits === null ? null : read(digits)
  if (numbered !== null && isWhole(numbered) && asks(numbered)) return numbered
  const mended = asHeard.kind !== 'unknown' || meant === undefined ? null : read(meant)
  return mended !== null && asks(mended) ? mended : null
}

function asks({ kind }: Reading): boolean {
  return kind === 'wishes' || kind === 'ambiguous' || kind === 'negated' || kind === 'value' || kind === 'pick'
}

/** Words were read as others that they almost are: of a transcript that is a guess upon a guess. */
function isCorrected(reading: Reading): boolean {
  const wishes = reading.kind === 'wishes' || reading.kind === 'ambiguous' ? reading.wishes : []
  return wishes.some(({ corrected }) => corrected !== undefined)
}

/** Understood, with numbers where there are values that begin like one. */
function isWhole(reading: Reading): boolean {
  if (reading.kind === 'unknown') return false
  if (reading.kind === 'value') return /^\d+$/u.test(reading.text)
  if (reading.kind !== 'wishes' && reading.kind !== 'ambiguous') return true
  return reading.wishes.every(({ args }) => Object.values(args).some((value) => /^\d/u.test(value)))
}
