/**
 * The only place that runs ffmpeg. Whoever sends a note chooses its bytes, so they are hostile: the format is named by us, the
 * bytes come through a pipe and no other protocol is open, sound alone is looked at, and time and output have an end.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
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
/** What a program of the system may need to run. Our secrets are no business of what reads hostile bytes. */
const toldVariables = ['PATH', 'HOME', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP']

/** How a shell, and the loader of shared libraries, say that a program could not be run. */
const cannotRun: readonly (number | null)[] = [126, 127]

/**
 * Turns a note into samples. `cut`: it is longer than `maxNoteMs`, and the rest was not decoded.
 * @throws Error when ffmpeg cannot be run, which is no fault of the note
 */
export async function transcode(
  bytes: Uint8Array,
  {
    format,
    ffmpeg,
    limitMs = transcodeMs,
  }: { readonly format: NoteFormat; readonly ffmpeg: string; readonly limitMs?: number },
): Promise<Transcoded> {
  const env = Object.fromEntries(toldVariables.map((name) => [name, process.env[name]]))
  const decoder = spawn(ffmpeg, argumentsFor(format), { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true, env })
  const over = once(decoder, 'close') as Promise<[status: number | null]>
  // Where nobody comes to await it, since not even its pipes could be opened, it must not end the process.
  over.catch(() => undefined)
  decoder.on('error', () => undefined)
  const { stdin, stdout } = decoder
  let killed: 'slow' | 'cut' | null = null
  const kill = (why: 'slow' | 'cut'): void => {
    killed ??= why
    decoder.kill('SIGKILL')
    // What it has started may outlive it, and would hold its pipes open.
    for (const pipe of [stdin, stdout]) pipe.destroy()
  }
  const timer = setTimeout(() => kill('slow'), limitMs)
  try {
    // The pipe to a decoder that gave up breaks; what it said is what counts.
    for (const pipe of [stdin, stdout]) pipe.on('error', () => undefined)
    const samples = keepBytes(stdout, { isFull: () => kill('cut') })
    stdin.end(bytes)
    const [status] = await over
    if (killed === 'slow') return { kind: 'slow' }
    if (killed === null && cannotRun.includes(status))
      throw new Error(`${ffmpeg} cannot be run: it ended with ${status}`)
    if (status !== 0 && killed === null) return { kind: 'broken' }
    return { kind: 'samples', samples: samplesOf(samples()), cut: killed === 'cut' }
  } finally {
    clearTimeout(timer)
  }
}

/** From standard input to standard output: the first sound alone, as samples, for little longer than a note may be. */
function argumentsFor(format: NoteFormat): readonly string[] {
  const input = ['-f', format, '-protocol_whitelist', 'pipe', '-threads', '1', '-i', 'pipe:0']
  const chosen = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-t', String(maxNoteMs / 1000 + 1)]
  const output = ['-ac', '1', '-ar', String(sampleRate), '-acodec', 'pcm_f32le', '-f', 'f32le', 'pipe:1']
  return ['-hide_banner', '-loglevel', 'error', ...input, ...chosen, ...output]
}

/** Keeps what comes, `maxBytes` at most; what is returned gives all that has come. */
function keepBytes(output: Readable, { isFull }: { readonly isFull: () => void }): () => Buffer {
  const chunks: Buffer[] = []
  let size = 0
  output.on('data', (chunk: Buffer) => {
    if (size <= maxBytes) chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) isFull()
  })
  return () => Buffer.concat(chunks).subarray(0, maxBytes)
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
