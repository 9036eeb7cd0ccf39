import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { voiceSamples } from '../../testing/voice-fixture.ts'
import { durationMsOf, sampleRate, type Samples } from './samples.ts'
import { splitAtPauses } from './split-at-pauses.ts'
import { trimSilence } from './trim-silence.ts'

test('no piece is longer than asked, and nothing is lost or said twice', () => {
  fc.assert(
    fc.property(
      fc.float32Array({ maxLength: 3000, min: -1, max: 1, noNaN: true }),
      fc.integer({ min: 20, max: 400 }),
      fc.integer({ min: 1, max: 30 }),
      (seed, maxMs, times) => {
        const sound = joined(Array.from({ length: times }, () => Float32Array.from(seed)))
        const pieces = splitAtPauses(sound, maxMs)
        expect(joined(pieces)).toEqual(sound)
        expect(pieces.every((piece) => durationMsOf(piece) <= Math.max(maxMs, 20) + 20)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('a cut lies where nothing is said', async () => {
  const words = await Promise.all(['00', '41', '16'].map((each) => voiceSamples(`en-festival-slt-hts-${each}`)))
  const pause = new Float32Array(sampleRate / 2)
  const note = joined(words.flatMap((each) => [trimSilence(each, 80), pause]))
  const pieces = splitAtPauses(note, 5000)
  expect(pieces).toHaveLength(3)
  for (const piece of pieces.slice(0, -1)) {
    const end = piece.slice(-sampleRate / 50)
    expect(Math.max(...end.map(Math.abs))).toBeLessThan(0.01)
  }
})

test('trimming takes away what is quiet before and after, and no word', async () => {
  const samples = await voiceSamples('en-festival-slt-hts-11')
  const padded = joined([new Float32Array(sampleRate), samples, new Float32Array(2 * sampleRate)])
  const trimmed = trimSilence(padded, 80)
  expect(durationMsOf(trimmed)).toBeLessThan(durationMsOf(samples))
  expect(energy(trimmed)).toBeGreaterThan(0.99 * energy(samples))
  expect(trimSilence(new Float32Array(100), 80)).toHaveLength(100)
})

function joined(pieces: readonly Samples[]): Samples {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function energy(samples: Samples): number {
  return samples.reduce((sum, each) => sum + each * each, 0)
}
