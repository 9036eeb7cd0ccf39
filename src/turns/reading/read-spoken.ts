import type { Spoken } from '../../conversation/event.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { numbersIn } from '../../understanding/spoken/numbers-in.ts'
import { repairHomophones } from '../../understanding/spoken/repair-homophones.ts'
import type { Fitting } from '../../voice/ear/grammar-ear.ts'
import type { Transcript } from '../../voice/engines/transcript.ts'

/**
 * A sentence that fits the sound better than what was heard by at least this much is what was said; a difference of log
 * likelihoods.
 */
const clearGain = 0.01
/** One that fits worse by no more than this fits as well. */
const evenGain = -0.002
/** Enough when only words of the sentence itself are at stake. */
const nearGain = -0.01

/** A confidence, from 0 to 1, below which an engine is as likely to be wrong about a word as right. */
const leastConfidence = 0.5

/**
 * What a transcript means. If it only makes sense once words that sound like digits are read as digits, or words that no
 * command knows are read as the ones they almost are, it is taken for that and marked, so that it will be asked about. What
 * two recognisers heard alike is beyond doubt, and so is a sentence that clearly fits the sound better than words that mean
 * nothing.
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

/** What the sentence that fits the sound makes of a note; `null` when it settles nothing. */
function readFitting(
  { text, fitting, confidence }: Pick<Transcript, 'text' | 'confidence'> & { readonly fitting: Fitting },
  asHeard: Reading,
  language: string,
  read: (text: string) => Reading,
): Fitted | null {
  const reading = read(fitting.text)
  if (reading.kind !== 'wishes') return null
  const { gain, own = [], called = [] } = fitting
  // A mere echo of the first recogniser does not make it any surer.
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

/** Whether no other similar-sounding name fits about as well as the one in the sentence. */
function isAlone({ lead }: Fitting): boolean {
  return lead === undefined || lead >= clearGain
}

/** A value as it was heard and as it is in the fitting sentence, in lower case; '' for none. */
type Difference = { readonly heard: string; readonly fitted: string }

/** The values in which wishes for the same commands differ; `null` when they are wishes for different commands. */
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

/** "raincoat" and "rain coat" sound the same. */
function joined(value: string): string {
  return value.replaceAll(' ', '')
}

/** Whether words of the sentence were heard as part of a name or a text: "name Ann Lee" for "named Ann Lee". */
function isShorter({ heard, fitted }: Difference): boolean {
  return fitted !== '' && ` ${heard} `.endsWith(` ${fitted} `)
}

function isUnsure(confidence: number | null): boolean {
  return confidence !== null && confidence < leastConfidence
}

/** A final full stop is the engine's, not the speaker's: it belongs to no name and to no note. */
function unpointed(text: string): string {
  return text.replace(/[.…]+\s*$/u, '')
}

/** The first guess that makes more sense. A guess is never an agreement: what confirms must have been heard. */
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

/** Whether words were read as others that they almost are: of a transcript, that is a guess upon a guess. */
function isCorrected(reading: Reading): boolean {
  const wishes = reading.kind === 'wishes' || reading.kind === 'ambiguous' ? reading.wishes : []
  return wishes.some(({ corrected }) => corrected !== undefined)
}

/** Whether it is understood, with numbers for values that begin like numbers. */
function isWhole(reading: Reading): boolean {
  if (reading.kind === 'unknown') return false
  if (reading.kind === 'value') return /^\d+$/u.test(reading.text)
  if (reading.kind !== 'wishes' && reading.kind !== 'ambiguous') return true
  return reading.wishes.every(({ args }) => Object.values(args).some((value) => /^\d/u.test(value)))
}
