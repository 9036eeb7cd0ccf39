/** The way to a Whisper model and back, with one that has learnt nothing: real weights are larger than a test may fetch. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { layOutTinyWhisper } from '../testing/tiny-whisper.ts'
import { voiceFile, voiceSamples } from '../testing/voice-fixture.ts'
import { createLocalEngine } from './engines/local-engine.ts'
import { listModels, type InstalledModel } from './models/model-store.ts'
import { openVoice } from './open-voice.ts'
import type { SpeechEngine } from './engines/speech-engine.ts'
import { noVocabulary } from '../testing/no-vocabulary.ts'

const patientMs = 60_000

let dataDir: string
let model: InstalledModel

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayso-whisper-'))
  model = await layOutTinyWhisper(path.join(dataDir, 'models', 'whisper-of-tests'))
})
afterAll(() => rm(dataDir, { recursive: true }))

async function hear(engine: SpeechEngine, language: string) {
  const samples = await voiceSamples('en-festival-slt-hts-10')
  return engine.transcribe({
    samples,
    language,
    vocabulary: noVocabulary,
    isOfLong: false,
    signal: AbortSignal.timeout(patientMs),
  })
}

describe('a Whisper model on this machine', () => {
  test('is told the language of each note, one after the other', async () => {
    const engine = createLocalEngine({ model })
    for (const [language, text, code] of [
      ['en', 'Hello.', 'en'],
      ['pt-BR', 'Olá.', 'pt'],
      ['es', 'Hola.', 'es'],
      ['en-GB', 'Hello.', 'en'],
    ] as const)
      expect(await hear(engine, language)).toEqual({ text, language: code, confidence: null })
    await engine.close()
  })

  test('hears in whatever language a person speaks, from the data folder', async () => {
    expect(await listModels(dataDir)).toMatchObject([{ name: 'whisper-of-tests', kind: 'whisper' }])
    const settings = { dataDir, speech: 'local', model: null, openai: null, reply: null } as const
    const voice = await openVoice(settings, {
      catalogue: await loadShippedCatalogue(),
      onTrouble: () => undefined,
      onEarTrouble: () => undefined,
    })
    expect(await voice.hear(voiceFile('pt-espeak-pt-br-00'), 'pt-BR')).toMatchObject({
      kind: 'heard',
      transcript: { text: 'Olá.', engine: 'local', model: 'whisper-of-tests', language: 'pt' },
    })
    await voice.close()
  })

  test('hears the next note once it is installed, though a note came before; what is on its way is not used', async () => {
    const empty = await mkdtemp(path.join(dataDir, 'empty-'))
    const settings = { dataDir: empty, speech: 'auto', model: null, openai: null, reply: null } as const
    const voice = await openVoice(settings, {
      catalogue: await loadShippedCatalogue(),
      onTrouble: () => undefined,
      onEarTrouble: () => undefined,
    })
    const note = voiceFile('pt-espeak-pt-br-00')
    await layOutTinyWhisper(path.join(empty, 'models', '.whisper-of-tests.incoming'))
    expect(await voice.hear(note, 'pt-BR')).toMatchObject({
      kind: 'unheard',
      why: 'no_engine',
      cure: 'sayso speech install whisper-base',
    })
    expect(await voice.understands('pt-BR')).toBe(false)
    await layOutTinyWhisper(path.join(empty, 'models', 'whisper-of-tests'))
    expect(await voice.hear(note, 'pt-BR')).toMatchObject({ kind: 'heard', transcript: { text: 'Olá.' } })
    expect(await voice.understands('pt-BR')).toBe(true)
    await voice.close()
  })

  test.each([
    ['missing', () => ({ ...model.files, encoder: 'none.onnx' })],
    ['no model', () => ({ ...model.files, decoder: 'tokens.txt' })],
    ['not whole', () => ({ ...model.files, encoder: 'half.onnx' })],
  ])('says that it cannot be used when a file is %s', async (_how, files) => {
    await writeFile(path.join(model.folder, 'half.onnx'), 'half of a file')
    const engine = createLocalEngine({ model: { ...model, files: files() } })
    await expect(hear(engine, 'pt-BR')).rejects.toMatchObject({
      name: 'SpeechTrouble',
      blame: 'engine',
      message: expect.stringContaining('whisper-of-tests'),
    })
    await engine.close()
  })
})
