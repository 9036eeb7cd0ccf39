import { describe, expect, test } from 'vitest'
import { synthesizeMusic } from '../../testing/synthesize-music.ts'
import { voiceSamples } from '../../testing/voice-fixture.ts'
import { gateSpeech } from './gate-speech.ts'
import { sampleRate, type Samples } from './samples.ts'
import { slower } from './slower.ts'

const recordings = ['00', '02', '08', '10', '11', '16', '36', '40', '41'].map((each) => `en-festival-slt-hts-${each}`)

describe('gateSpeech()', () => {
  test.each([...recordings, 'pt-espeak-pt-br-00', 'es-espeak-es-00'])('lets speech through: %s', async (name) => {
    expect(gateSpeech(await voiceSamples(name))).toBe('speech')
  })

  test.each([...recordings, 'pt-espeak-pt-br-00', 'es-espeak-es-00'])(
    'lets it through when it is quiet, and over the hiss of a room: %s',
    async (name) => {
      const samples = await voiceSamples(name)
      expect(gateSpeech(samples.map((sample) => sample * 0.05))).toBe('speech')
      expect(gateSpeech(mixed(samples, hiss(samples.length, 0.005)))).toBe('speech')
    },
  )

  test.each([
    ['silence', 'silence'],
    ['noise', 'noise'],
    ['tone', 'music'],
  ])('holds back %s', async (name, sound) => {
    expect(gateSpeech(await voiceSamples(name))).toBe(sound)
  })

  test.each([0.001, 0.05, 0.6])('holds back hiss of any loudness: %d', (loudness) => {
    expect(gateSpeech(hiss(4 * sampleRate, loudness))).not.toBe('speech')
  })

  test.each([
    ['a slow tune', 0.5, 1, 0],
    ['a fast tune', 0.25, 1, 0],
    ['chords', 0.5, 3, 0],
    ['chords with drums', 0.4, 3, 0.5],
  ])('holds back %s', (_, beat, voices, drums) => {
    expect(gateSpeech(tune({ beat, voices, drums }))).toBe('music')
  })

  // Of a thousand such pieces two or three get through: whatever an engine hears in them is shown before anything happens.
  test.each(Array.from({ length: 24 }, (_none, at) => at + 1))(
    'holds back music of any key, tempo, line-up and style, loud or soft: piece %d',
    (seed) => {
      const loudness = [1, 0.2, 0.05][seed % 3] ?? 1
      expect(gateSpeech(synthesizeMusic(seed).map((sample) => sample * loudness))).not.toBe('speech')
    },
  )

  test('lets a drawn-out word through', async () => {
    const word = await voiceSamples('en-festival-slt-hts-11')
    expect(gateSpeech(slower(word, 0.5))).toBe('speech')
  })

  test('holds back nothing at all', () => {
    expect(gateSpeech(new Float32Array(0))).toBe('silence')
  })
})

function mixed(a: Samples, b: Samples): Samples {
  return a.map((sample, at) => sample + (b[at] ?? 0))
}

function hiss(length: number, loudness: number): Samples {
  const next = random()
  return Float32Array.from({ length }, () => (next() - 0.5) * 2 * loudness)
}

/** Eight seconds of plucked notes of a scale. */
function tune({ beat, voices, drums }: { beat: number; voices: number; drums: number }): Samples {
  const next = random()
  const scale = [261.6, 293.7, 329.6, 349.2, 392, 440, 493.9]
  const notes = Array.from({ length: 8 / beat }, () => scale[Math.floor(next() * scale.length)] ?? 440)
  return Float32Array.from({ length: 8 * sampleRate }, (_, at) => {
    const time = at / sampleRate
    const within = time % beat
    const pitch = notes[Math.floor(time / beat)] ?? 440
    let sound = 0
    for (const third of [1, 1.25, 1.5].slice(0, voices))
      for (let harmonic = 1; harmonic < 6; harmonic++)
        sound += Math.sin(2 * Math.PI * pitch * third * harmonic * within) / harmonic ** 1.5
    const drum = (next() - 0.5) * drums * Math.exp(-within * 50)
    return 0.1 * (sound * Math.exp(-3 * within) * (1 - Math.exp(-200 * within)) + drum)
  })
}

/** The same numbers every time. */
function random(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
