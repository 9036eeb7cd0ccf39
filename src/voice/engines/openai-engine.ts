/** Speech to text by the OpenAI API, at OpenAI or at any server that speaks it; the library is loaded when it is first used. */
import { setTimeout as sleep } from 'node:timers/promises'
import type OpenAI from 'openai'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { narrowFetch } from './narrow-fetch.ts'
import { readTranscription } from './read-transcription.ts'
import { durationMsOf } from '../audio/samples.ts'
import { SpeechTrouble, type Recognised, type SpeechEngine, type SpeechPiece } from './speech-engine.ts'
import { wav } from '../audio/wav.ts'

/** Where the API is, and with which key. */
export type OpenAiAccess = { readonly baseUrl: string | null; readonly apiKey: string }

/** How long one call may take, in milliseconds. */
const callMs = 30_000
/** A service that asks for a longer pause than this is not waited for, in milliseconds. */
const maxPauseMs = 5_000
const pauseMs = 500
/** The API takes 25 MB; a WAV of this length has 19, in milliseconds. */
const longestMs = 10 * 60_000
/** No transcription of that length is larger, in bytes: 1 MiB. */
const maxAnswerBytes = 1024 * 1024
/** These say that the note, not the service, is at fault. */
const noteStatuses = [400, 413, 415, 422]

export function createOpenAiEngine({
  access,
  model,
  limitMs = callMs,
  now = Date.now,
}: {
  readonly access: OpenAiAccess
  readonly model: string
  /** For one call, in milliseconds. */
  readonly limitMs?: number
  readonly now?: () => number
}): SpeechEngine {
  const breaker = createCircuitBreaker({ now })
  let client: Promise<OpenAI> | null = null
  const connected = () => (client ??= connectOpenAi(access, { limitMs, most: maxAnswerBytes }))

  async function transcribe(piece: SpeechPiece): Promise<Recognised> {
    if (!breaker.mayTry()) throw new SpeechTrouble('engine', 'The speech service failed repeatedly and is left alone')
    try {
      const answer = await withOneRetry(() => ask(piece), piece.signal)
      breaker.succeeded()
      return answer
    } catch (error) {
      const trouble = troubleOf(error)
      // A service that finds fault with a note is there.
      if (trouble.blame === 'engine') breaker.failed()
      else breaker.succeeded()
      throw trouble
    }
  }

  async function ask({ samples, language, vocabulary, signal }: SpeechPiece): Promise<Recognised> {
    const { toFile } = await import('openai')
    // The newer models of OpenAI answer in this one form alone; everything else tells more in the long one.
    const brief = model.startsWith('gpt-')
    const answer: unknown = await (
      await connected()
    ).audio.transcriptions.create(
      {
        file: await toFile(wav(samples), 'note.wav', { type: 'audio/wav' }),
        model,
        language: language.slice(0, 2),
        ...(vocabulary.prompt === '' ? {} : { prompt: vocabulary.prompt }),
        temperature: 0,
        ...(brief ? { response_format: 'json', include: ['logprobs'] } : { response_format: 'verbose_json' }),
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) },
    )
    return readTranscription(answer, durationMsOf(samples))
  }

  return { name: 'openai', model, longestMs, speaks: () => true, transcribe, close: async () => undefined }
}

/**
 * A client that neither retries nor waits on its own.
 * @param options.limitMs for one call, in milliseconds
 * @param options.most how large an answer may be, in bytes
 */
export async function connectOpenAi(
  { baseUrl, apiKey }: OpenAiAccess,
  { limitMs, most }: { readonly limitMs: number; readonly most: number },
): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  const where = baseUrl === null ? {} : { baseURL: baseUrl }
  return new Client({ apiKey, timeout: limitMs, maxRetries: 0, fetch: narrowFetch(most), ...where })
}

async function withOneRetry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const pause = pauseBeforeRetry(error)
    if (pause === null || signal.aborted) throw error
    await sleep(pause, undefined, { signal })
    return work()
  }
}

/** How long to wait before the one retry, in milliseconds; `null` when there is none. */
function pauseBeforeRetry(error: unknown): number | null {
  const status = statusOf(error)
  if (status !== null && status !== 408 && status !== 429 && status < 500) return null
  const asked = Number(headerOf(error, 'retry-after') ?? Number.NaN) * 1000
  if (Number.isNaN(asked)) return pauseMs
  return asked <= maxPauseMs ? asked : null
}

function troubleOf(error: unknown): SpeechTrouble {
  if (error instanceof SpeechTrouble) return error
  const status = statusOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const blame = status !== null && noteStatuses.includes(status) ? 'note' : 'engine'
  return new SpeechTrouble(blame, message, error)
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
}

function headerOf(error: unknown, name: string): string | null {
  return error instanceof Error && 'headers' in error && error.headers instanceof Headers
    ? error.headers.get(name)
    : null
}
