import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startOpenAiServer, type OpenAiServer, type Said } from '../../testing/servers/openai-server.ts'
import { voiceSamples } from '../../testing/voice-fixture.ts'
import { createOpenAiEngine } from './openai-engine.ts'
import { createSpeaker, speakable } from './speak.ts'
import type { SpeechEngine } from './speech-engine.ts'
import { noVocabulary } from '../../testing/no-vocabulary.ts'

let server: OpenAiServer
let said: Said
let now: number

beforeEach(async () => {
  said = 'Cancel order 204.'
  now = 0
  server = await startOpenAiServer({ hear: () => said })
})
afterEach(() => server.close())

function engine({ apiKey = server.apiKey, model = 'whisper-1', limitMs = 5000 } = {}): SpeechEngine {
  return createOpenAiEngine({ access: { baseUrl: server.url, apiKey }, model, limitMs, now: () => now })
}

function speaker() {
  return createSpeaker({ access: { baseUrl: server.url, apiKey: server.apiKey }, model: 'tts-1', voice: 'nova' })
}

async function transcribe(on: SpeechEngine, { language = 'pt-BR', prompt = '' } = {}) {
  const samples = await voiceSamples('en-festival-slt-hts-10')
  return on.transcribe({
    samples,
    language,
    vocabulary: { ...noVocabulary, prompt },
    isOfLong: false,
    signal: new AbortController().signal,
  })
}

describe('an engine that speaks the OpenAI API', () => {
  test('uploads the sound with model, language and the words that are likely', async () => {
    const heard = await transcribe(engine(), { prompt: 'pedido. cancelar pedido 204.' })
    expect(heard).toMatchObject({ text: 'Cancel order 204.', language: 'en' })
    expect(heard.confidence).toBeCloseTo(Math.exp(-0.1))
    expect(server.transcriptions).toHaveLength(1)
    expect(server.transcriptions[0]).toMatchObject({
      model: 'whisper-1',
      language: 'pt',
      prompt: 'pedido. cancelar pedido 204.',
    })
    expect(server.transcriptions[0]?.samples.length).toBe((await voiceSamples('en-festival-slt-hts-10')).length)
  })

  test('asks a model of the newer kind for the form that it has', async () => {
    said = { text: 'Yes.', logprobs: [{ token: 'Yes', logprob: Math.log(0.8) }] }
    const heard = await transcribe(engine({ model: 'gpt-4o-mini-transcribe' }))
    expect(heard.text).toBe('Yes.')
    expect(heard.confidence).toBeCloseTo(0.8)
  })

  test('tries once more after a failure, and after the pause that is asked for', async () => {
    server.trouble({ kind: 'status', status: 503 })
    expect((await transcribe(engine())).text).toBe('Cancel order 204.')
    server.trouble({ kind: 'status', status: 429, headers: { 'retry-after': '1' } })
    const started = performance.now()
    expect((await transcribe(engine())).text).toBe('Cancel order 204.')
    expect(performance.now() - started).toBeGreaterThan(900)
    server.trouble({ kind: 'cut' })
    expect((await transcribe(engine())).text).toBe('Cancel order 204.')
    expect(server.requests()).toBe(6)
  })

  test('keeps nobody waiting for a service that asks for a long pause', async () => {
    server.trouble({ kind: 'status', status: 429, headers: { 'retry-after': '60' } })
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
    expect(server.requests()).toBe(1)
  })

  test('fails after the second try, and does not try at all where trying again cannot help', async () => {
    server.trouble({ kind: 'status', status: 500 }, { kind: 'status', status: 500 })
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
    expect(server.requests()).toBe(2)
    await expect(transcribe(engine({ apiKey: 'wrong' }))).rejects.toMatchObject({ blame: 'engine' })
    expect(server.requests()).toBe(3)
    server.trouble({ kind: 'status', status: 400 })
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'note' })
    expect(server.requests()).toBe(4)
  })

  test('waits no longer than its limit', { timeout: 30_000 }, async () => {
    server.trouble({ kind: 'silent' }, { kind: 'silent' })
    await expect(transcribe(engine({ limitMs: 300 }))).rejects.toMatchObject({ blame: 'engine' })
  })

  test('leaves a service alone that is down, and comes back to it', async () => {
    const one = engine()
    server.trouble(...Array.from({ length: 6 }, () => ({ kind: 'status', status: 500 }) as const))
    for (let call = 0; call < 3; call++) await expect(transcribe(one)).rejects.toThrow('On command')
    await expect(transcribe(one)).rejects.toThrow('left alone')
    expect(server.requests()).toBe(6)
    now += 60_000
    expect((await transcribe(one)).text).toBe('Cancel order 204.')
  })

  test('a note that is at fault does not count against the service', async () => {
    const one = engine()
    server.trouble(...Array.from({ length: 5 }, () => ({ kind: 'status', status: 400 }) as const))
    for (let call = 0; call < 5; call++) await expect(transcribe(one)).rejects.toMatchObject({ blame: 'note' })
    expect((await transcribe(one)).text).toBe('Cancel order 204.')
  })

  test('a note that is at fault shows that the service is back', async () => {
    const one = engine()
    server.trouble(...Array.from({ length: 6 }, () => ({ kind: 'status', status: 500 }) as const))
    for (let call = 0; call < 3; call++) await expect(transcribe(one)).rejects.toThrow('On command')
    now += 60_000
    server.trouble({ kind: 'status', status: 400 })
    await expect(transcribe(one)).rejects.toMatchObject({ blame: 'note' })
    expect((await transcribe(one)).text).toBe('Cancel order 204.')
  })

  test('takes no answer for a transcription that is none', async () => {
    const page = { kind: 'answer', body: '<html>Welcome</html>' } as const
    server.trouble(page, page)
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
    const other = { kind: 'answer', body: '{"texts":[]}' } as const
    server.trouble(other, other)
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
  })
})

/** What begins like a voice note, and this many bytes. */
function ogg(size: number): Buffer {
  return Buffer.concat([Buffer.from('OggS'), Buffer.alloc(size)])
}

describe('an answer of the service', () => {
  const text = JSON.stringify({ text: 'Cancel order 204.', padding: 'x'.repeat(2 * 1024 * 1024) })

  test('is read up to its limit alone', async () => {
    const huge = { kind: 'answer', body: text } as const
    const untold = { ...huge, headers: { 'transfer-encoding': 'chunked' } }
    for (const trouble of [huge, untold]) {
      server.trouble(trouble, trouble)
      await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
    }
  })

  test('is not unpacked: little may come to much', async () => {
    const packed = { kind: 'answer', body: gzipSync(text), headers: { 'content-encoding': 'gzip' } } as const
    server.trouble(packed, packed)
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
    server.trouble({ ...packed, body: gzipSync(ogg(1024)) })
    await expect(speaker()('hello')).rejects.toThrow('Connection error')
  })

  test('that leads elsewhere is not followed: the key goes to the service alone', async () => {
    const before = server.requests()
    server.trouble({ kind: 'status', status: 307, headers: { location: `${server.url}/elsewhere` } })
    await expect(transcribe(engine())).rejects.toMatchObject({ blame: 'engine' })
    expect(server.requests()).toBe(before + 1)
  })

  test('that is spoken may be larger, and is read up to its limit alone', async () => {
    server.trouble({ kind: 'answer', body: ogg(2 * 1024 * 1024) })
    expect((await speaker()('hello')).length).toBe(2 * 1024 * 1024 + 4)
    server.trouble({ kind: 'answer', body: ogg(16 * 1024 * 1024) })
    await expect(speaker()('hello')).rejects.toThrow('Connection error')
  })
})

describe('createSpeaker()', () => {
  test('says a reply as OGG/Opus, without what only eyes need', async () => {
    const speak = speaker()
    const audio = await speak('⚠️ *Cancel order 204* — Maria · R$ 120.00')
    expect(audio.toString('latin1', 0, 4)).toBe('OggS')
    expect(server.speeches).toEqual([{ model: 'tts-1', voice: 'nova', input: 'Cancel order 204 — Maria, R$ 120.00' }])
  })

  test('says no more than the service takes', async () => {
    expect(speakable('word '.repeat(2000)).length).toBeLessThanOrEqual(4096)
  })

  test('fails when what comes back is no voice note', async () => {
    const speak = speaker()
    server.trouble({ kind: 'answer', body: '{}' })
    await expect(speak('hello')).rejects.toThrow('no OGG/Opus')
    server.trouble({ kind: 'status', status: 500 })
    await expect(speak('hello')).rejects.toThrow('On command')
  })
})
