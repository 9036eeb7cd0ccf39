/**
 * The only place that runs ffmpeg. Whoever sends a note chooses its bytes, so they are hostile: the format is named by us, the
 * bytes come through a pipe and no other protocol is open, sound alone is looked at, and time and output have an end.
 */
import { PassThrough, Readable } from 'node:stream'
import type { NoteFormat } from './note-format.ts'
import { sampleRate, type Samples } from './samples.ts'
import { maxNoteMs, transcodeMs } from './voice-limits.ts'

/** What became of the bytes; `broken`: nothing can be heard in them; `slow`: the decoder was killed. */
export type Transcoded =
  | { readonly kind: 'samples'; readonly samples: Samples; readonly cut: boolean }
  | { readonly kind: 'broken' }
  | { readonly kind: 'slow' }

const bytesPerSample = 4
const maxBytes = (maxNoteMs / 1000) * sampleRate * bytesPerSample

/** Turns a note into samples. `cut`: it is longer than `maxNoteMs`, and the rest was not decoded. */
export async function transcode(
  bytes: Uint8Array,
  {
    format,
    ffmpeg,
    limitMs = transcodeMs,
  }: { readonly format: NoteFormat; readonly ffmpeg: string; readonly limitMs?: number },
): Promise<Transcoded> {
  const { default: createCommand } = await import('fluent-ffmpeg')
  const input = Readable.from([bytes])
  // Without `close`: the library takes that for a lost reader, and kills a decoder that is about to end well.
  const output = new PassThrough({ autoDestroy: false, emitClose: false })
  const command = createCommand(input)
    .setFfmpegPath(ffmpeg)
    .inputFormat(format)
    .inputOptions(['-protocol_whitelist', 'pipe', '-threads', '1'])
    .noVideo()
    .outputOptions(['-map', '0:a:0', '-sn', '-dn', '-map_metadata', '-1', '-t', String(maxNoteMs / 1000 + 1)])
    .audioChannels(1)
    .audioFrequency(sampleRate)
    .audioCodec('pcm_f32le')
    .format('f32le')
  // The pipe to a decoder that gave up breaks; what it said is what counts.
  input.on('error', () => undefined)
  let killed: 'slow' | 'cut' | null = null
  const kill = (why: 'slow' | 'cut'): void => {
    killed ??= why
    command.kill('SIGKILL')
  }
  const timer = setTimeout(() => kill('slow'), limitMs)
  // Its time may be over before it has begun.
  command.on('start', () => {
    if (killed !== null) kill(killed)
  })
  const read = collect(output, { isFull: () => kill('cut') })
  const isWhole = await new Promise<boolean>((resolve) => {
    command.on('error', () => resolve(false))
    command.on('end', () => resolve(true))
    command.pipe(output, { end: true })
  })
  clearTimeout(timer)
  if (killed === 'slow') return { kind: 'slow' }
  if (!isWhole && killed === null) return { kind: 'broken' }
  return { kind: 'samples', samples: samplesOf(await read), cut: killed === 'cut' }
}

/** Everything that comes, `maxBytes` at most. */
async function collect(output: PassThrough, { isFull }: { readonly isFull: () => void }): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  output.on('data', (chunk: Buffer) => {
    if (size <= maxBytes) chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) isFull()
  })
  await new Promise<void>((resolve) => output.once('end', () => resolve()))
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function samplesOf(bytes: Buffer): Samples {
  const count = Math.floor(bytes.length / bytesPerSample)
  const samples = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const value = bytes.readFloatLE(at * bytesPerSample)
    samples[at] = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
  }
  return samples
}
