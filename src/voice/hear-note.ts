/**
 * From the file of a voice note to what was said in it. The cheap checks come first: size, format, length, whether it is
 * speech at all. Only then an engine is asked, the next one when the first is down; whatever fails has a name that is answered.
 */
import { readFile, stat } from 'node:fs/promises'
import { findFfmpeg } from './audio/find-ffmpeg.ts'
import type { Fitting } from './ear/grammar-ear.ts'
import { gateSpeech } from './audio/gate-speech.ts'
import { noteFormat } from './audio/note-format.ts'
import { durationMsOf, type Samples } from './audio/samples.ts'
import {
  SpeechTrouble,
  type LikelyWords,
  type Recognised,
  type SpeechEngine,
  type SpeechPiece,
} from './engines/speech-engine.ts'
import { splitAtPauses } from './audio/split-at-pauses.ts'
import { transcode } from './audio/transcode.ts'
import type { Hearing, Transcript, Unheard } from './engines/transcript.ts'
import { trimSilence } from './audio/trim-silence.ts'
import { hearWithinMs, maxNoteBytes, maxTranscriptLength, minNoteMs, mostPiecesAgain } from './audio/voice-limits.ts'

/** What of the silence around a note an engine gets, in milliseconds. */
const marginMs = 700

export type HearOptions = {
  /** Tried in this order. */
  readonly engines: readonly SpeechEngine[]
  /** The person's, as a locale. */
  readonly language: string
  readonly vocabulary: LikelyWords
  /** Hears of every engine that failed. */
  readonly onTrouble: (engine: string, error: unknown) => void
}

export async function hearNote(file: string, options: HearOptions): Promise<Hearing> {
  const engines = options.engines.filter((engine) => engine.speaks(options.language))
  if (engines.length === 0) return unheard('language')
  const decoded = await decode(file)
  if (decoded.kind === 'unheard') return decoded
  const sound = gateSpeech(decoded.samples)
  if (sound !== 'speech') return unheard(sound)
  const signal = AbortSignal.timeout(hearWithinMs(durationMsOf(decoded.samples)))
  let last: Unheard = 'engine_down'
  for (const engine of engines) {
    try {
      return await transcribe(engine, decoded.samples, { ...options, signal })
    } catch (error) {
      options.onTrouble(engine.name, error)
      if (error instanceof SpeechTrouble && error.blame === 'note') last = 'unreadable'
    }
  }
  return unheard(last)
}

type Decoded = { readonly kind: 'samples'; readonly samples: Samples } | Extract<Hearing, { kind: 'unheard' }>

async function decode(file: string): Promise<Decoded> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  )
  if (size === null) return unheard('gone')
  if (size > maxNoteBytes) return unheard('too_large')
  const bytes = await readFile(file)
  const format = noteFormat(bytes)
  if (format === null) return unheard('unreadable')
  const result = await transcode(bytes, { format, ffmpeg: await findFfmpeg() })
  if (result.kind !== 'samples') return unheard('unreadable')
  if (result.cut) return unheard('too_long')
  if (result.samples.length === 0) return unheard('unreadable')
  return durationMsOf(result.samples) < minNoteMs ? unheard('silence') : { kind: 'samples', samples: result.samples }
}

async function transcribe(
  engine: SpeechEngine,
  samples: Samples,
  { language, vocabulary, signal }: HearOptions & Pick<SpeechPiece, 'signal'>,
): Promise<Hearing> {
  const heard: Recognised[] = []
  const pieces = splitAtPauses(trimSilence(samples, marginMs), engine.longestMs)
  const isOfLong = pieces.length > mostPiecesAgain
  for (const piece of pieces)
    heard.push(await engine.transcribe({ samples: piece, language, vocabulary, isOfLong, signal }))
  const text = heard
    .map((each) => each.text)
    .filter((each) => each !== '')
    .join(' ')
    .slice(0, maxTranscriptLength)
  // Dots, dashes and "[Music]" are what engines say when they heard nothing.
  if (!/[\p{L}\p{N}]/u.test(text.replaceAll(/\[[^\]]*\]|\([^)]*\)/gu, ''))) return unheard('unclear')
  const rated = heard.flatMap(({ confidence }) => confidence ?? [])
  const meant = vocabulary.mend(text)
  const fitting = fittingOf(heard)
  const transcript: Transcript = {
    text,
    ...(meant === null ? {} : { meant }),
    ...(fitting === null ? {} : { fitting }),
    engine: engine.name,
    model: engine.model,
    language: heard.find((each) => each.language !== null)?.language ?? language.slice(0, 2),
    durationMs: durationMsOf(samples),
    confidence: rated.length === 0 ? null : Math.min(...rated),
  }
  return { kind: 'heard', transcript }
}

/** What fits the whole, piece by piece; `null` when nothing but what was heard does. */
function fittingOf(heard: readonly Recognised[]): Fitting | null {
  if (heard.every(({ fitting }) => fitting === undefined)) return null
  const gains = heard.map(({ fitting }) => (fitting === undefined ? 0 : fitting.gain))
  return {
    text: heard.map(({ text, fitting }) => fitting?.text ?? text).join(' '),
    gain: gains.includes(null) ? null : Math.min(...gains.map((gain) => gain ?? 0)),
  }
}

function unheard(why: Unheard): Extract<Hearing, { kind: 'unheard' }> {
  return { kind: 'unheard', why }
}
