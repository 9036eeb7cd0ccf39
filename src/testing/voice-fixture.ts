import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findFfmpeg } from '../voice/audio/find-ffmpeg.ts'
import { sampleRate, type Samples } from '../voice/audio/samples.ts'
import { transcode } from '../voice/audio/transcode.ts'

/** The path of a recording, by its name without the ending. */
export function voiceFile(name: string): string {
  return fileURLToPath(new URL(`../voice/fixtures/${name}.ogg`, import.meta.url))
}

/** What is in a recording. */
export async function voiceSamples(name: string): Promise<Samples> {
  const result = await transcode(await readFile(voiceFile(name)), { format: 'ogg', ffmpeg: await findFfmpeg() })
  if (result.kind === 'broken') throw new Error(`${name} cannot be decoded`)
  if (result.kind === 'slow') throw new Error(`${name} took too long to decode`)
  return result.samples
}

/** What is in a recording, so often, with a second of silence after each. */
export async function voiceSamplesOften(name: string, times: number): Promise<Samples> {
  const words = await voiceSamples(name)
  const pause = new Float32Array(sampleRate)
  return Float32Array.from(Array.from({ length: times }, () => [...words, ...pause]).flat())
}
