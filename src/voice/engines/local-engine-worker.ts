/** The thread in which a local model works: the engine is WebAssembly, and what it does cannot be interrupted. */
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import sherpa, { type OfflineRecognizer, type OfflineRecognizerConfig } from 'sherpa-onnx'
import type { LocalRequest } from './local-engine.ts'
import type { InstalledModel } from '../models/model-store.ts'
import { sampleRate } from '../audio/samples.ts'
import type { Recognised } from './speech-engine.ts'

// Its only starter gives it a model.
const model = workerData as InstalledModel
const port = parentPort

function configFor(language: string): OfflineRecognizerConfig {
  const file = (name: string): string => path.join(model.folder, name)
  const { encoder, decoder, tokens } = model.files
  return {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      tokens: file(tokens),
      numThreads: 1,
      debug: 0,
      ...(model.kind === 'moonshine'
        ? { moonshine: { encoder: file(encoder), mergedDecoder: file(decoder) } }
        : { whisper: { encoder: file(encoder), decoder: file(decoder), language, task: 'transcribe' } }),
    },
  }
}

/** What the engine throws of a file that is no model is a number. */
function load(): OfflineRecognizer {
  try {
    const recogniser = sherpa.createOfflineRecognizer(configFor(''))
    if (recogniser.handle !== 0) return recogniser
  } catch (cause) {
    throw new Error(unusable, { cause })
  }
  throw new Error(unusable)
}

const unusable = `The model ${model.name} cannot be used: one of its files is missing or broken. Install it again`
const recogniser = load()
let spoken = ''

port?.on('message', ({ samples, language }: LocalRequest) => {
  // Only Whisper can be told the language.
  if (model.kind === 'whisper' && language !== spoken) {
    recogniser.setConfig(configFor(language))
    spoken = language
  }
  const stream = recogniser.createStream()
  stream.acceptWaveform(sampleRate, samples)
  recogniser.decode(stream)
  const { text, lang, ys_log_probs: logprobs = [] } = recogniser.getResult(stream)
  stream.free()
  const mean = logprobs.reduce((sum, each) => sum + each, 0) / Math.max(1, logprobs.length)
  const confidence = logprobs.length === 0 ? null : Math.min(1, Math.exp(mean))
  const heard = /^[a-z]{2}$/u.test(lang ?? '') ? (lang ?? null) : null
  port.postMessage({ text: text.trim(), language: heard, confidence } satisfies Recognised)
})
