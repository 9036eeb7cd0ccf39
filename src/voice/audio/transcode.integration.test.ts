import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { voiceFile, voiceSamples } from '../../testing/voice-fixture.ts'
import { findFfmpeg } from './find-ffmpeg.ts'
import { noteFormat } from './note-format.ts'
import { durationMsOf, sampleRate } from './samples.ts'
import { transcode } from './transcode.ts'
import { maxNoteMs } from './voice-limits.ts'
import { wav } from './wav.ts'

let ffmpeg = ''
let folder = ''

beforeAll(async () => {
  ffmpeg = await findFfmpeg()
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-transcode-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['en-festival-slt-hts-00', 2957],
  ['en-festival-slt-hts-36', 3052],
])('a voice note of 16 or 48 kHz becomes samples of 16 kHz: %s', async (name, ms) => {
  expect(Math.abs(durationMsOf(await voiceSamples(name)) - ms)).toBeLessThan(60)
})

test('what is written as WAV is read back as it was', async () => {
  const before = await voiceSamples('en-festival-slt-hts-10')
  const after = await transcode(wav(before), { format: 'wav', ffmpeg })
  if (after.kind !== 'samples') throw new Error(after.kind)
  expect(after.samples.length).toBe(before.length)
  expect(before.every((sample, at) => Math.abs(sample - (after.samples[at] ?? 9)) < 0.001)).toBe(true)
})

test('two channels become one, in which both are heard', async () => {
  const left = await voiceSamples('en-festival-slt-hts-10')
  const right = new Float32Array(left.length).fill(0.25)
  const mixed = await transcode(stereo(left, right), { format: 'wav', ffmpeg })
  if (mixed.kind !== 'samples') throw new Error(mixed.kind)
  expect(mixed.samples.length).toBe(left.length)
  expect(left.every((sample, at) => Math.abs((sample + 0.25) * Math.SQRT1_2 - (mixed.samples[at] ?? 9)) < 0.01)).toBe(
    true,
  )
})

/** A WAV of two channels of 16 bits. */
function stereo(left: Float32Array, right: Float32Array): Buffer {
  const bytes = wav(
    Float32Array.from({ length: left.length * 2 }, (_none, at) => (at % 2 === 0 ? left : right)[at >> 1] ?? 0),
  )
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(sampleRate * 4, 28)
  bytes.writeUInt16LE(4, 32)
  return bytes
}

test.each(['truncated', 'garbage'])('a damaged note has nothing to be heard in it: %s', async (name) => {
  const result = await transcode(await readFile(voiceFile(name)), { format: 'ogg', ffmpeg })
  expect(result.kind === 'broken' || (result.kind === 'samples' && result.samples.length === 0)).toBe(true)
})

test('no bytes make the decoder hang or throw', async () => {
  const note = await readFile(voiceFile('en-festival-slt-hts-10'))
  const change = fc.record({ at: fc.nat(note.length - 1), to: fc.integer({ min: 0, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
      const bytes = Buffer.from(note)
      for (const { at, to } of changes) bytes[at] = to
      const result = await transcode(bytes, { format: 'ogg', ffmpeg })
      expect(result.kind).toMatch(/^(broken|samples)$/u)
      expect(result.kind === 'samples' ? durationMsOf(result.samples) : 0).toBeLessThanOrEqual(maxNoteMs)
    }),
    { numRuns: 8 },
  )
})

test('a note that says nothing but "play this file" is not let through, and the decoder follows no name', async () => {
  const secret = path.join(folder, 'secret.wav')
  await writeFile(secret, wav(new Float32Array(sampleRate).fill(0.5)))
  const playlists = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://${secret}\n`,
    `ffconcat version 1.0\nfile ${secret}\n`,
  ]
  for (const playlist of playlists) {
    expect(noteFormat(Buffer.from(playlist))).toBeNull()
    expect((await transcode(Buffer.from(playlist), { format: 'ogg', ffmpeg })).kind).toBe('broken')
  }
})

test('a longer note is cut, not decoded to its end', async () => {
  const long = wav(new Float32Array((maxNoteMs / 1000 + 30) * sampleRate))
  const result = await transcode(long, { format: 'wav', ffmpeg })
  if (result.kind !== 'samples') throw new Error(result.kind)
  expect(result).toMatchObject({ cut: true })
  expect(durationMsOf(result.samples)).toBe(maxNoteMs)
})

test('a decoder that does not end is killed when its time is over', async () => {
  const slow = path.join(folder, 'ffmpeg')
  const pidFile = path.join(folder, 'pid')
  await writeFile(
    slow,
    `#!/bin/sh\ncase "$*" in *pipe:1*) echo $$ > ${pidFile}; exec sleep 60;; esac\nexec ${ffmpeg} "$@"\n`,
  )
  await chmod(slow, 0o755)
  const note = await readFile(voiceFile('en-festival-slt-hts-10'))
  expect(await transcode(note, { format: 'ogg', ffmpeg: slow, limitMs: 2000 })).toEqual({ kind: 'slow' })
  const pid = Number(await readFile(pidFile, 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

/** A program that takes the place of ffmpeg. */
async function decoderOf(name: string, script: string): Promise<string> {
  const program = path.join(folder, name)
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  return program
}

test('a decoder that gives up without reading finds nothing, and its broken pipe harms nobody', async () => {
  const early = await decoderOf('early', 'echo "this is not for me" >&2; exit 3')
  const long = new Uint8Array(4_000_000)
  expect(await transcode(long, { format: 'ogg', ffmpeg: early })).toEqual({ kind: 'broken' })
  expect(await transcode(Buffer.from('OggS of nothing'), { format: 'ogg', ffmpeg })).toEqual({ kind: 'broken' })
})

test('a decoder that cannot be run is no fault of the note', async () => {
  const missing = path.join(folder, 'missing')
  const lacking = await decoderOf('lacking', 'exit 127')
  for (const [program, why] of [
    [missing, `spawn ${missing} ENOENT`],
    [lacking, `${lacking} cannot be run: it ended with 127`],
  ] as const)
    await expect(transcode(new Uint8Array(4_000_000), { format: 'ogg', ffmpeg: program })).rejects.toThrow(why)
})

test('where no file can be opened any more a note fails, and nothing else does', async () => {
  const transcoding = pathToFileURL(path.join(import.meta.dirname, 'transcode.ts')).href
  const script = `
    import { openSync } from 'node:fs'
    import { transcode } from '${transcoding}'
    await transcode(new Uint8Array(), { format: 'wav', ffmpeg: 'true' }).catch(() => undefined)
    for (let full = false; !full; ) try { openSync('/dev/null') } catch { full = true }
    const failed = await transcode(new Uint8Array(), { format: 'wav', ffmpeg: 'true' }).catch(() => 'failed')
    setTimeout(() => console.log(failed), 200)`
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    'ulimit -n 60; exec "$0" --input-type=module --eval "$1"',
    process.execPath,
    script,
  ])
  expect(stdout).toBe('failed\n')
})

test('a decoder is told nothing of the environment that Sayso has', async () => {
  vi.stubEnv('SAYSO_SECRET', 'a secret that is long enough to be taken')
  const told = path.join(folder, 'told')
  const curious = await decoderOf('curious', `/usr/bin/env > ${told}; exit 1`)
  await transcode(new Uint8Array(100), { format: 'ogg', ffmpeg: curious })
  vi.unstubAllEnvs()
  expect(await readFile(told, 'utf8')).not.toContain('SAYSO_SECRET')
})

test('what a decoder leaves behind on its pipes is not waited for longer than a decoder', async () => {
  const pidFile = path.join(folder, 'left')
  const parent = await decoderOf('parent', `sleep 60 & echo $! > ${pidFile}; exit 0`)
  try {
    expect(await transcode(new Uint8Array(10), { format: 'ogg', ffmpeg: parent, limitMs: 1000 })).toEqual({
      kind: 'slow',
    })
  } finally {
    process.kill(Number(await readFile(pidFile, 'utf8')))
  }
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the ffmpeg of the system is taken where there is one, else the one that came along', async () => {
  expect(await findFfmpeg(folder)).toBe(path.join(folder, 'ffmpeg'))
  expect(await findFfmpeg('')).toContain('@ffmpeg-installer')
  expect(await findFfmpeg('relative/folder')).toContain('@ffmpeg-installer')
})
