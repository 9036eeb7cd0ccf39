/**
 * Tells speech from what is none, before any engine hears it: an engine that is given silence, noise or music invents words.
 * Three properties of speech are looked at, none of them of a language: it is loud enough, its loudness goes up and down
 * (syllables, pauses), and its pitch glides, where music and tones hold theirs. In doubt it passes: whatever comes out of it
 * is shown before anything happens.
 */
import { levelsOf, percentile, sampleRate, type Samples } from './samples.ts'
import { createSpectrum } from './spectrum.ts'

/** What a note sounds like. */
export type Sound = 'speech' | 'silence' | 'noise' | 'music'

/** Below this nothing was said, in decibels of full scale. */
const silenceLevel = -55
/** Loudness that moves less than this between its quiet and its loud frames is no syllables, in decibels. */
const leastMovement = 9
/** The share of frames whose strongest tone is held, from which on it is music; speech has 0.12 at most, tunes 0.23 and more. */
const heldShare = 0.2
/** Speech that has as few quiet frames as this has no pauses at all. */
const leastQuietShare = 0.3
/** The share of held tones from which on it is music with pauses, if it goes on for longer than a drawn-out word, in frames. */
const heldThroughout = 0.5
const longWord = 100

const levelFrame = sampleRate / 50
const toneFrame = 1024
const toneHop = sampleRate / 50
/** How far apart two frames are that have the same tone when it is held: 160 ms. */
const heldFrames = 8
/** A tone that moves less than this is held; a semitone is 0.06. */
const heldWithin = 0.01
/** What lies this far below the loudest frame says nothing about its tone. */
const toneFloor = 1e-3
/** As much as tells what a note is: 30 seconds. */
const lookedAt = 30 * sampleRate

export function gateSpeech(samples: Samples): Sound {
  const sound = samples.subarray(0, lookedAt)
  const levels = levelsOf(samples, levelFrame)
  const loud = percentile(levels, 0.98)
  if (loud < silenceLevel) return 'silence'
  const audible = levelsOf(sound, levelFrame)
  const quiet = quietShare(audible)
  const { share, compared } = heldTones(sound)
  if (quiet < leastQuietShare && share >= heldShare) return 'music'
  if (share >= heldThroughout && compared >= longWord) return 'music'
  return loud - percentile(levels, 0.05) < leastMovement ? 'noise' : 'speech'
}

/** The share of frames that have less than half of the mean amplitude. */
function quietShare(levels: readonly number[]): number {
  const amplitudes = levels.map((level) => 10 ** (level / 20))
  const mean = amplitudes.reduce((sum, each) => sum + each, 0) / Math.max(1, amplitudes.length)
  return amplitudes.filter((each) => each < mean / 2).length / Math.max(1, amplitudes.length)
}

/** How often the strongest tone of a frame is still the strongest, at the same pitch, `heldFrames` later; and of how many frames. */
function heldTones(samples: Samples): { readonly share: number; readonly compared: number } {
  const spectrum = createSpectrum(toneFrame)
  const frames: { readonly power: number; readonly pitch: number }[] = []
  for (let start = 0; start + toneFrame <= samples.length; start += toneHop)
    frames.push(strongestTone(spectrum(samples, start)))
  const loudest = frames.reduce((most, { power }) => Math.max(most, power), 0)
  let compared = 0
  let held = 0
  for (let at = heldFrames; at < frames.length; at++) {
    const now = frames[at]
    const before = frames[at - heldFrames]
    if (now === undefined || before === undefined) continue
    if (Math.min(now.power, before.power) <= loudest * toneFloor) continue
    compared += 1
    if (Math.abs(now.pitch / before.pitch - 1) < heldWithin) held += 1
  }
  return { share: held / Math.max(1, compared), compared }
}

/** Between 100 and 4000 hertz; its pitch is interpolated between the values of the spectrum, in steps of it. */
function strongestTone(spectrum: Float64Array): { readonly power: number; readonly pitch: number } {
  let power = 0
  let peak = 7
  for (let at = 7; at < 255; at++) {
    const here = spectrum[at] ?? 0
    power += here
    if (here > (spectrum[peak] ?? 0)) peak = at
  }
  const [left, top, right] = [peak - 1, peak, peak + 1].map((at) => Math.log((spectrum[at] ?? 0) + 1e-18))
  const curve = (left ?? 0) - 2 * (top ?? 0) + (right ?? 0)
  return { power, pitch: peak + (curve === 0 ? 0 : (0.5 * ((left ?? 0) - (right ?? 0))) / curve) }
}
