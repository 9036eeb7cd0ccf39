import type { Spoken } from '../conversation/event.ts'
import type { Reading } from '../understanding/reading.ts'
import { repairHomophones } from '../understanding/spoken/repair-homophones.ts'
import type { Transcript } from '../voice/transcript.ts'

/** Below this an engine is as likely wrong as right about a word, 0 to 1. */
const leastConfidence = 0.5

/**
 * What a transcript means. Where it means something only once words that sound like digits are read as digits, or words that
 * no command knows as those that they almost are, that is what it is taken for, and it is marked: it will be asked about.
 */
export function readSpoken(
  { text, confidence, ...by }: Transcript,
  language: string,
  read: (text: string) => Reading,
): { readonly reading: Reading; readonly spoken: Spoken } {
  const asHeard = read(text)
  const digits = isWhole(asHeard) ? null : repairHomophones(text, language, { awaitsNumber: asHeard.kind === 'value' })
  const better = digits === null ? null : read(digits)
  const repaired = better !== null && isWhole(better) ? better : null
  const reading = repaired ?? asHeard
  const unsure = confidence !== null && confidence < leastConfidence
  const doubt = repaired !== null || isCorrected(reading) ? 'repaired' : unsure ? 'unsure' : null
  return { reading, spoken: { transcript: text, by, doubt } }
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
