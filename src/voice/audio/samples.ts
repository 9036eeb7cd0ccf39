/** Sound as every part of this room takes it: mono, 16 kHz, −1 to 1. */
export type Samples = Float32Array<ArrayBuffer>

export const sampleRate = 16_000

/** How long so many samples are, in milliseconds. */
export function durationMsOf(samples: Samples): number {
  return Math.round((samples.length * 1000) / sampleRate)
}

/** The loudness of consecutive frames in decibels below full scale; −100 is silence. */
export function levelsOf(samples: Samples, frame: number): number[] {
  const levels: number[] = []
  for (let start = 0; start + frame <= samples.length; start += frame) {
    let power = 0
    for (let at = start; at < start + frame; at++) power += (samples[at] ?? 0) ** 2
    levels.push(10 * Math.log10(power / frame + 1e-10))
  }
  return levels
}

/** The value below which this share of the values lies; −100 when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? -100
}
