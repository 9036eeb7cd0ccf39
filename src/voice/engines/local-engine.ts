/** Speech to text on this machine: a model of the data folder in a thread of its own, which hears one piece at a time. */
import { hearAgain } from './hear-again.ts'
import { modelSpeaks, type InstalledModel } from '../models/model-store.ts'
import { durationMsOf, type Samples } from '../audio/samples.ts'
import { SpeechTrouble, type Recognised, type SpeechEngine, type SpeechPiece } from './speech-engine.ts'
import { createWorkThread } from '../work-thread.ts'

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
  const module = new URL('./local-engine-worker.ts', import.meta.url)
  const thread = createWorkThread<LocalRequest, Recognised>({ module, workerData: model, idleMs })

  async function hear({ samples, language, signal }: SpeechPiece): Promise<Recognised> {
    const limitMs = loadMs + timesLength * durationMsOf(samples)
    try {
      return await thread.ask({ samples, language: language.slice(0, 2) }, { signal, limitMs })
    } catch (error) {
      throw new SpeechTrouble('engine', error instanceof Error ? error.message : String(error), error)
    }
  }

  return {
    name: 'local',
    model: model.name,
    longestMs: longestMs[model.kind],
    speaks: (language) => modelSpeaks(model, language),
    transcribe: (piece) => hearAgain(hear, piece),
    close: thread.close,
  }
}
