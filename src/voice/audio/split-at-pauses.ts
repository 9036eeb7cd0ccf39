import { levelsOf, sampleRate, type Samples } from './samples.ts'

const frame = sampleRate / 50
/** A cut lies in the middle of the quietest stretch of this many frames: 200 ms. */
const pauseFrames = 10
/** No piece but the last is shorter than this share of the longest. */
const leastShare = 0.4

/** Cuts sound into pieces of at most `maxMs` milliseconds, each at the quietest place that allows it; nothing is lost. */
export function splitAtPauses(samples: Samples, maxMs: number): Samples[] {
  const longest = Math.max(1, Math.floor((maxMs * sampleRate) / 1000 / frame))
  const levels = levelsOf(samples, frame)
  const pieces: Samples[] = []
  let start = 0
  while (samples.length - start * frame > longest * frame) {
    const cut = quietestBetween(levels, start + Math.ceil(longest * leastShare), start + longest)
    pieces.push(samples.slice(start * frame, cut * frame))
    start = cut
  }
  return [...pieces, samples.slice(start * frame)]
}

function quietestBetween(levels: readonly number[], from: number, to: number): number {
  let best = to
  let bestLevel = Number.POSITIVE_INFINITY
  for (let at = from; at <= to; at++) {
    const around = levels.slice(Math.max(0, at - pauseFrames / 2), at + pauseFrames / 2)
    const level = Math.max(...around)
    // Of equally quiet places the last: fewer pieces.
    if (around.length > 0 && level <= bestLevel) {
      best = at
      bestLevel = level
    }
  }
  return best
}
