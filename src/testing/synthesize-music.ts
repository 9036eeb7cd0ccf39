/** Eight seconds of made-up music: every seed is another piece, in another key, tempo, line-up and style. */
import { sampleRate, type Samples } from '../voice/audio/samples.ts'

type Voice = {
  readonly harmonics: readonly number[]
  readonly decay: number
  readonly attack: number
  readonly vibrato: number
}
type Note = { readonly from: number; readonly seconds: number; readonly pitch: number; readonly loudness: number }
type Random = () => number

const seconds = 8
const major = [0, 2, 4, 5, 7, 9, 11]
const minor = [0, 2, 3, 5, 7, 8, 10]
/** Steps of the scale on which chords stand. */
const progressions = [
  [0, 4, 5, 3],
  [5, 3, 0, 4],
  [0, 3, 4, 0],
  [0, 5, 1, 4],
]

const voices: Readonly<Record<'piano' | 'organ' | 'strings' | 'lead' | 'bass', Voice>> = {
  piano: { harmonics: [1, 0.5, 0.3, 0.15, 0.1], decay: 2.5, attack: 0.005, vibrato: 0 },
  organ: { harmonics: [1, 0.8, 0, 0.5, 0, 0, 0, 0.3], decay: 0, attack: 0.02, vibrato: 0 },
  strings: { harmonics: [1, 0.5, 0.33, 0.25, 0.2, 0.17, 0.14], decay: 0, attack: 0.15, vibrato: 0.004 },
  lead: { harmonics: [1, 0, 0.33, 0, 0.2, 0, 0.14], decay: 0.8, attack: 0.01, vibrato: 0.006 },
  bass: { harmonics: [1, 0.6, 0.2], decay: 1.5, attack: 0.01, vibrato: 0 },
}

export function synthesizeMusic(seed: number): Samples {
  const random = randomFrom(seed)
  const sound = new Float32Array(seconds * sampleRate)
  const beat = 60 / (60 + 120 * random())
  const root = 48 + Math.floor(random() * 12)
  const scale = random() < 0.5 ? major : minor
  const chords = pick(progressions, random)
  const pitchOf = (step: number): number => {
    const octave = Math.floor(step / scale.length)
    return 440 * 2 ** ((root + 12 * octave + (scale[step - octave * scale.length] ?? 0) - 69) / 12)
  }
  const hasChords = random() < 0.8
  const hasMelody = !hasChords || random() < 0.8
  const hasDrums = random() < 0.6
  for (let bar = 0; bar * 4 * beat < seconds; bar++) {
    const from = bar * 4 * beat
    const step = chords[bar % chords.length] ?? 0
    if (hasChords) {
      const long = random() < 0.5
      for (let count = 0; count < 4; count += long ? 4 : 1)
        for (const third of [0, 2, 4])
          play(sound, voices[long ? 'strings' : 'piano'], {
            from: from + count * beat,
            seconds: (long ? 4 : 1) * beat,
            pitch: pitchOf(step + third),
            loudness: 0.06,
          })
      play(sound, voices.bass, { from, seconds: 2 * beat, pitch: pitchOf(step - 7), loudness: 0.1 })
    }
    if (hasMelody) playMelody(sound, { from, beat, step, pitchOf, random })
    if (hasDrums) playDrums(sound, from, beat, random)
  }
  return sound.map((sample) => Math.max(-1, Math.min(1, sample)))
}

function playMelody(
  sound: Samples,
  {
    from,
    beat,
    step,
    pitchOf,
    random,
  }: { from: number; beat: number; step: number; pitchOf: (step: number) => number; random: Random },
): void {
  const voice = pick([voices.piano, voices.organ, voices.lead, voices.strings], random)
  let at = step + 7
  const held = pick([0.5, 0.8, 0.95], random)
  for (let count = 0; count < 4;) {
    const length = pick([0.5, 1, 1, 2], random)
    at += Math.floor(random() * 5) - 2
    const isRest = random() < 0.1
    if (!isRest)
      play(sound, voice, {
        from: from + count * beat,
        seconds: length * beat * held,
        pitch: pitchOf(at),
        loudness: 0.15,
      })
    count += length
  }
}

function playDrums(sound: Samples, from: number, beat: number, random: Random): void {
  for (let half = 0; half < 8; half++) {
    const at = from + (half * beat) / 2
    if (half % 4 === 0) strike(sound, at, (time) => 0.3 * Math.sin(2 * Math.PI * 60 * time) * Math.exp(-15 * time))
    if (half % 4 === 2) strike(sound, at, (time) => 0.2 * (random() - 0.5) * Math.exp(-25 * time))
    strike(sound, at, (time) => 0.05 * (random() - 0.5) * Math.exp(-80 * time))
  }
}

function strike(sound: Samples, from: number, wave: (time: number) => number): void {
  add(sound, from, 0.25, wave)
}

function play(
  sound: Samples,
  { harmonics, decay, attack, vibrato }: Voice,
  { from, seconds: length, pitch, loudness }: Note,
): void {
  let phase = 0
  add(sound, from, length, (time) => {
    phase += (2 * Math.PI * pitch * (1 + vibrato * Math.sin(2 * Math.PI * 5.5 * time))) / sampleRate
    const wave = harmonics.reduce((sum, share, at) => sum + share * Math.sin(phase * (at + 1)), 0)
    const fade = Math.min(1, time / attack, (length - time) / 0.02)
    return loudness * wave * fade * Math.exp(-decay * time)
  })
}

function add(sound: Samples, from: number, length: number, wave: (time: number) => number): void {
  const first = Math.round(from * sampleRate)
  const count = Math.floor(length * sampleRate)
  for (let at = 0; at < count && first + at < sound.length; at++)
    sound[first + at] = (sound[first + at] ?? 0) + wave(at / sampleRate)
}

function pick<T>(of: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const picked = of[Math.floor(random() * of.length)]
  if (picked === undefined) throw new Error('Nothing to pick from')
  return picked
}

/** The same numbers for the same seed, from 0 to 1. */
function randomFrom(seed: number): Random {
  let state = (seed * 48_271 + 1) % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
