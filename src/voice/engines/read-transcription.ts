import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { SpeechTrouble, type Recognised } from './speech-engine.ts'

const Segment = Type.Object({
  text: Type.String(),
  start: Type.Optional(Type.Number()),
  end: Type.Optional(Type.Number()),
  avg_logprob: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  no_speech_prob: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  compression_ratio: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
})

const Transcription = Type.Object({
  text: Type.String({ maxLength: 100_000 }),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  segments: Type.Optional(Type.Union([Type.Array(Segment), Type.Null()])),
  logprobs: Type.Optional(Type.Union([Type.Array(Type.Object({ logprob: Type.Number() })), Type.Null()])),
})

type Segment = Static<typeof Segment>

const isTranscription = new Ajv2020({ validateSchema: false }).compile<Static<typeof Transcription>>(Transcription)

/** Whisper's own measure of a segment in which nobody speaks. */
const noSpeechFrom = 0.6
const noSpeechBelow = -1
/** Text that can be packed this well repeats itself: the model has lost the sound. */
const repeatsFrom = 2.4
/** More than this is said in no second, in characters: the model went on without the sound. */
const maxCharactersPerSecond = 40

/** The names that Whisper gives to languages, and what they are by ISO 639-1; a code stands for itself. */
const languageCodes: ReadonlyMap<string, string> = new Map([
  ['english', 'en'],
  ['portuguese', 'pt'],
  ['spanish', 'es'],
])

/**
 * What an API answered, as it is used here. Servers differ in what they add to the text; what is there is looked at.
 * @throws SpeechTrouble when it is no transcription
 */
export function readTranscription(answer: unknown, durationMs: number): Recognised {
  if (!isTranscription(answer))
    throw new SpeechTrouble('engine', 'The answer of the speech service is no transcription')
  const segments = answer.segments ?? []
  const spoken = segments.filter((segment) => !isNoSpeech(segment))
  const text = (spoken.length < segments.length ? spoken.map((each) => each.text).join('') : answer.text).trim()
  const invented = text.length > 20 + (maxCharactersPerSecond * durationMs) / 1000
  const repeats = spoken.some(({ compression_ratio: ratio }) => (ratio ?? 0) >= repeatsFrom)
  return {
    text: invented ? '' : text,
    language: languageCodeOf(answer.language ?? null),
    confidence: repeats ? 0 : confidenceOf(spoken, answer.logprobs ?? []),
  }
}

function isNoSpeech({ no_speech_prob: noSpeech, avg_logprob: logprob }: Segment): boolean {
  return (noSpeech ?? 0) > noSpeechFrom && (logprob ?? 0) < noSpeechBelow
}

/** The probability of a word, on average over the sound or over the words. */
function confidenceOf(segments: readonly Segment[], words: readonly { readonly logprob: number }[]): number | null {
  const rated = segments.flatMap(({ avg_logprob: logprob, start = 0, end = 1 }) =>
    typeof logprob === 'number' ? [{ logprob, weight: Math.max(0.01, end - start) }] : [],
  )
  const all = rated.length > 0 ? rated : words.map(({ logprob }) => ({ logprob, weight: 1 }))
  if (all.length === 0) return null
  const weight = all.reduce((sum, each) => sum + each.weight, 0)
  return Math.min(1, Math.exp(all.reduce((sum, each) => sum + each.logprob * each.weight, 0) / weight))
}

function languageCodeOf(language: string | null): string | null {
  if (language === null || language === '') return null
  const named = languageCodes.get(language.toLowerCase())
  return named ?? (/^[a-z]{2}(-|$)/iu.test(language) ? language.slice(0, 2).toLowerCase() : null)
}
