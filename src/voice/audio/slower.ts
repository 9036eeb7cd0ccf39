import type { Samples } from './samples.ts'

/** The sound at a share of its speed, its pitch lower by as much; between two samples lies the line from one to the other. */
export function slower(samples: Samples, speed: number): Samples {
  return Float32Array.from({ length: Math.floor(samples.length / speed) }, (_, at) => {
    const place = at * speed
    const before = Math.floor(place)
    const from = samples[before] ?? 0
    return from + (place - before) * ((samples[before + 1] ?? from) - from)
  })
}
