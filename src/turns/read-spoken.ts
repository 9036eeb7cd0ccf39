import type { Spoken } from '../conversation/event.ts'
import type { Reading, Wish } from '../understanding/reading.ts'
import { foldText } from '../understanding/fold-text.ts'
import { numbersIn } from '../understanding/spoken/numbers-in.ts'
import { repairHomophones } from '../understanding/spoken/repair-homophones.ts'
import type { Fitting } from '../voice/grammar-ear.ts'
import type { Transcript } from '../voice/transcript.ts'

/** A sentence that fits the sound better than what was heard by this much was said: a difference of log likelihoods. */
const clearGain = 0.01
/** One that fits worse by no more than this fits as well. */
const evenGain = -0.002
/** Enough where nothing but words of the sentence itself is at stake. */
const nearGain = -0.01

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
  const fitted = fitting === undefined ? null : readFitting({ text, fitting, confidence }, asHeard, language, read)
  if (fitted !== null) {
    const { reading, transcript, doubt } = fitted
    return { reading, spoken: { transcript, by: transcript === text ? by : { ...by, heard: text }, doubt } }
  }
  const repaired = isWhole(asHeard)
    ? null
    : readRepaired({ text, meant }, asHeard, language, (words) => read(unpointed(words)))
  const reading = repaired ?? asHeard
  const doubt = repaired !== null || isCorrected(reading) ? 'repaired' : isUnsure(confidence) ? 'unsure' : null
  return { reading, spoken: { transcript: text, by, doubt } }
}

type Fitted = { readonly reading: Reading; readonly transcript: string; readonly doubt: Spoken['doubt'] }

/** What the sentence that fits the sound makes of a note; `null` where it says nothing about it. */
function readFitting(
  { text, fitting, confidence }: Pick<Transcript, 'text' | 'confidence'> & { readonly fitting: Fitting },
  asHeard: Reading,
  language: string,
  read: (text: string) => Reading,
): Fitted | null {
  const reading = read(fitting.text)
  if (reading.kind !== 'wishes') return null
  const { gain, own = [], called = [] } = fitting
  // What is only an echo of the first ear makes it no surer than it is.
  const doubt = own.length > 0 && isUnsure(confidence) ? 'unsure' : null
  const taken = { reading, transcript: fitting.text }
  const numbers = [text, fitting.text].map((each) => numbersIn(each, language).join(' '))
  const sameNumbers = numbers[0] === numbers[1]
  if (asHeard.kind === 'unknown') {
    const isExpected = own.length === 0 && called.length === 0
    const least = called.length > 0 ? evenGain : nearGain
    const isSure = gains(fitting, clearGain) || (sameNumbers && (isExpected ? gain !== null : gains(fitting, least)))
    return { ...taken, doubt: isSure && isAlone(fitting) ? doubt : 'repaired' }
  }
  if (asHeard.kind !== 'wishes') return null
  const others = differences(asHeard.wishes, reading.wishes)
  // A name is looked up as it is written, not as it was heard.
  if (others?.length === 0) return { reading: called.length > 0 ? reading : asHeard, transcript: text, doubt }
  if (gain === null) return null
  if (!sameNumbers) return { reading: asHeard, transcript: text, doubt: 'unsure' }
  if (others === null) return null
  const isCalled = ({ fitted }: Difference): boolean => called.some((name) => fold(name) === fitted)
  if (others.every((each) => isCalled(each) || isShorter(each))) {
    const isSure = gains(fitting, others.some(isCalled) ? evenGain : nearGain) && isAlone(fitting)
    return { ...taken, doubt: isSure ? doubt : 'repaired' }
  }
  return gains(fitting, clearGain) || others.some(isCalled) ? { ...taken, doubt: 'repaired' } : null
}

function gains({ gain }: Fitting, least: number): boolean {
  return gain !== null && gain >= least
}

/** No other name that sounds like the one in it fits about as well. */
function isAlone({ lead }: Fitting): boolean {
  return lead === undefined || lead >= clearGain
}

/** A value as it was heard and as it is in the sentence that fits, in small letters; '' for none. */
type Difference = { readonly heard: string; readonly fitted: string }

/** The values in which wishes for the same commands differ; `null` when they are for others. */
function differences(heard: readonly Wish[], fitted: readonly Wish[]): readonly Difference[] | null {
  if (heard.length !== fitted.length) return null
  if (heard.some(({ command }, at) => command !== fitted[at]?.command)) return null
  return heard.flatMap(({ args }, at) => {
    const others = fitted[at]?.args ?? {}
    return [...new Set([...Object.keys(args), ...Object.keys(others)])].flatMap((name) => {
      const difference = { heard: fold(args[name] ?? ''), fitted: fold(others[name] ?? '') }
      return joined(difference.heard) === joined(difference.fitted) ? [] : [difference]
    })
  })
}

function fold(value: string): string {
  return foldText(value).text.replaceAll('-', ' ')
}

/** "raincoat" and "rain coat" are not two things that can be heard. */
function joined(value: string): string {
  return value.replaceAll(' ', '')
}

/** Words that belong to the sentence were heard as part of a name or a text: "name Ann Lee" for "named Ann Lee". */
function isShorter({ heard, fitted }: Difference): boolean {
  return fitted !== '' && ` ${heard} `.endsWith(` ${fitted} `)
}

function isUnsure(confidence: number | null): boolean {
  return confidence !== null && confidence < leastConfidence
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
