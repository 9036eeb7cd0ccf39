import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speechModel } from '../../testing/speech-model.ts'
import { voiceSamples } from '../../testing/voice-fixture.ts'
import { createLocalEngine } from './local-engine.ts'
import type { InstalledModel } from '../models/model-store.ts'
import type { SpeechEngine } from './speech-engine.ts'
import { noVocabulary } from '../../testing/no-vocabulary.ts'

const patientMs = 120_000

let model: InstalledModel
let engine: SpeechEngine

beforeAll(async () => {
  model = await speechModel()
  engine = createLocalEngine({ model })
})
afterAll(() => engine.close())

async function hear(name: string, { on = engine, signal = AbortSignal.timeout(patientMs) } = {}): Promise<string> {
  const samples = await voiceSamples(`en-festival-slt-hts-${name}`)
  return (await on.transcribe({ samples, language: 'en', vocabulary: noVocabulary, isOfLong: false, signal })).text
}

describe('the engine on this machine', () => {
  test.each([
    ['00', 'cancel order 204'],
    ['08', 'confirm'],
    ['10', 'yes'],
    ['41', 'please cancel order 1024'],
  ])('hears what was said: %s', async (name, text) => {
    expect((await hear(name)).toLowerCase().replaceAll(/[.,]/gu, '')).toBe(text)
  })

  test('doubts a number that it hears in two ways', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-29')
    const piece = {
      samples,
      language: 'en',
      vocabulary: noVocabulary,
      isOfLong: false,
      signal: AbortSignal.timeout(patientMs),
    }
    expect(await engine.transcribe(piece)).toMatchObject({
      text: expect.stringContaining('order 738'),
      confidence: expect.closeTo(0.3),
    })
    const sure = await voiceSamples('en-festival-slt-hts-00')
    expect(await engine.transcribe({ ...piece, samples: sure })).toMatchObject({ confidence: null })
  })

  test('hears several pieces that come at once, each for itself', async () => {
    const [first, second] = await Promise.all([hear('10'), hear('11')])
    expect([first, second]).toEqual(['Yes.', 'No.'])
  })

  test('leaves this thread to others while it hears', async () => {
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const begun = performance.now()
    await hear('41')
    clearInterval(turning)
    // Where it heard here, none would come between; a busy machine gives few of them.
    expect(turns).toBeGreaterThan(Math.min(10, (performance.now() - begun) / 100))
  })

  test('ends a piece that nobody waits for any more, and hears the next one', async () => {
    await expect(hear('41', { signal: AbortSignal.timeout(1) })).rejects.toThrow(/timeout|abort/u)
    expect(await hear('10')).toBe('Yes.')
  })

  test('gives its memory back when it has nothing to do, and takes it again', async () => {
    const short = createLocalEngine({ model, idleMs: 1 })
    expect(await hear('10', { on: short })).toBe('Yes.')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await hear('10', { on: short })).toBe('Yes.')
    await short.close()
  })

  test('says that a model cannot be used whose files are not what they should be', async () => {
    const broken = createLocalEngine({ model: { ...model, files: { ...model.files, encoder: 'tokens.txt' } } })
    await expect(hear('10', { on: broken })).rejects.toMatchObject({ name: 'SpeechTrouble', blame: 'engine' })
    await broken.close()
  })

  test('speaks the languages of its model', () => {
    expect([engine.speaks('en'), engine.speaks('en-GB'), engine.speaks('pt-BR')]).toEqual([true, true, false])
    const whisper = createLocalEngine({ model: { ...model, kind: 'whisper', languages: [] } })
    expect(whisper.speaks('pt-BR')).toBe(true)
  })
})
