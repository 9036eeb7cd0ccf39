/**
 * Speech to text on this machine: a model of the data folder in a thread of its own, started with the first note and let go
 * when no note has come for a while. It hears one piece at a time. Whatever goes wrong in the thread ends it, and the next
 * piece gets a new one.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { hearAgain } from './hear-again.ts'
import { modelSpeaks, type InstalledModel } from './model-store.ts'
import { durationMsOf, type Samples } from './samples.ts'
import { SpeechTrouble, type Recognised, type SpeechEngine, type SpeechPiece } from './speech-engine.ts'

export type LocalRequest = { readonly samples: Samples; readonly language: string }

/** Small models drop words of longer pieces; Whisper's window is 30 seconds. In milliseconds. */
const longestMs = { moonshine: 12_000, whisper: 28_000 } as const
/** Loading and hearing may take this long, and this many times the length of the sound, in milliseconds. */
const loadMs = 30_000
const timesLength = 4
/** The memory of a model is given back when it was not used for so long, in milliseconds. */
const defaultIdleMs = 10 * 60_000

export function createLocalEngine({
  model,
  idleMs = defaultIdleMs,
}: {
  readonly model: InstalledModel
  readonly idleMs?: number
}): SpeechEngine {
  let worker: Worker | null = null
  let before: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function hearNext(piece: SpeechPiece): Promise<Recognised> {
    piece.signal.throwIfAborted()
    clearTimeout(idle)
    const current = (worker ??= startWorker(model))
    const limit = AbortSignal.timeout(loadMs + timesLength * durationMsOf(piece.samples))
    try {
      const answer = await ask(current, piece, AbortSignal.any([piece.signal, limit]))
      current.unref()
      idle = setTimeout(() => void close(), idleMs).unref()
      return answer
    } catch (error) {
      // It may still be at work on this piece, and cannot be told to stop.
      await close()
      throw new SpeechTrouble('engine', error instanceof Error ? error.message : String(error), error)
    }
  }

  async function inTurn(piece: SpeechPiece): Promise<Recognised> {
    const turn = before.then(() => hearNext(piece))
    before = turn.catch(() => undefined)
    return turn
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  return {
    name: 'local',
    model: model.name,
    longestMs: longestMs[model.kind],
    speaks: (language) => modelSpeaks(model, language),
    transcribe: (piece) => hearAgain(inTurn, piece),
    close,
  }
}

function startWorker(model: InstalledModel): Worker {
  // What the engine prints is not for the standard output of the bot.
  const worker = new Worker(new URL('./local-engine-worker.ts', import.meta.url), {
    workerData: model,
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // Whoever waits hears of it; a thread that dies while nobody waits is found out by the next piece.
  worker.on('error', () => undefined)
  return worker
}

async function ask(worker: Worker, { samples, language }: SpeechPiece, signal: AbortSignal): Promise<Recognised> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  // `once` also rejects with the error that ends a thread.
  const answered = once(worker, 'message', { signal: either })
  const ended = once(worker, 'exit', { signal: either }).then((): never => {
    throw new Error('The speech engine ended')
  })
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage({ samples, language: language.slice(0, 2) } satisfies LocalRequest)
  try {
    const [answer] = await Promise.race([answered, ended])
    // The worker of this room sends nothing else.
    return answer as Recognised
  } finally {
    over.abort()
    await Promise.allSettled([answered, ended])
  }
}
