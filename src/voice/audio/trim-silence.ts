import { levelsOf, percentile, sampleRate, type Samples } from './samples.ts'

const frame = sampleRate / 100
/** How far below its loud frames, and above its quiet ones, a note begins to be sound, in decibels. */
const belowLoud = 35
const aboveQuiet = 6

/**
 * The part of a note between its first and its last sound, with so much of what is around it, in milliseconds. An engine needs a
 * little of the silence to hear well; much of it makes it drop short words.
 */
export function trimSilence(samples: Samples, marginMs: number): Samples {
  const margin = Math.round(marginMs / 10)
  const levels = levelsOf(samples, frame)
  const loud = percentile(levels, 0.98)
  const threshold = Math.max(loud - belowLoud, Math.min(percentile(levels, 0.05) + aboveQuiet, loud - aboveQuiet))
  const first = levels.findIndex((level) => level >= threshold)
  const last = levels.findLastIndex((level) => level >= threshold)
  if (first < 0) return samples
  return samples.slice(Math.max(0, first - margin) * frame, Math.min(samples.length, (last + 1 + margin) * frame))
}
