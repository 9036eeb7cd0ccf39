import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOpenAiServer, type OpenAiServer, type Said } from '../testing/servers/openai-server.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { voiceFile, voiceSamplesOften } from '../testing/voice-fixture.ts'
import { openVoice, type Voice, type VoiceSettings } from './open-voice.ts'
import { durationMsOf, sampleRate } from './audio/samples.ts'
import { maxNoteBytes } from './audio/voice-limits.ts'
import { createVocabularies } from './engines/vocabulary.ts'
import { wav } from './audio/wav.ts'

let server: OpenAiServer
let folder: string
let said: Said
let troubles: string[]
let voice: Voice

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-hear-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  said = 'Cancel order 204.'
  troubles = []
  server = await startOpenAiServer({ hear: () => said })
  voice = await open({})
})
afterEach(async () => {
  await voice.close()
  await server.close()
})

async function open(settings: Partial<VoiceSettings>): Promise<Voice> {
  const openai = { baseUrl: server.url, apiKey: server.apiKey }
  return openVoice(
    { dataDir: folder, speech: 'auto', model: null, openai, reply: null, ...settings },
    {
      catalogue: await loadShippedCatalogue(),
      onTrouble: (what) => void troubles.push(what),
      onEarTrouble: () => void troubles.push('ear'),
    },
  )
}

describe('a voice', () => {
  test('hears a note, and says by what', async () => {
    const hearing = await voice.hear(voiceFile('en-festival-slt-hts-00'), 'en')
    expect(hearing).toMatchObject({
      kind: 'heard',
      transcript: { text: 'Cancel order 204.', engine: 'openai', model: 'whisper-1', language: 'en' },
    })
    expect(await voice.engines()).toEqual(['openai whisper-1'])
  })

  test.each([
    ['silence', 'silence'],
    ['noise', 'noise'],
    ['tone', 'music'],
    ['truncated', 'unreadable'],
    ['garbage', 'unreadable'],
  ])('asks no engine about %s', async (name, why) => {
    expect(await voice.hear(voiceFile(name), 'en')).toEqual({ kind: 'unheard', why })
    expect(server.requests()).toBe(0)
  })

  test('asks no engine about what is too large, too long, or not there', async () => {
    const large = path.join(folder, 'large.ogg')
    await writeFile(large, 'OggS')
    await truncate(large, maxNoteBytes + 1)
    const long = path.join(folder, 'long.wav')
    await writeFile(long, wav(new Float32Array(301 * sampleRate)))
    expect(await voice.hear(large, 'en')).toEqual({ kind: 'unheard', why: 'too_large' })
    // 301 seconds of 16 bits are 9.6 MB: it is its length that is too much.
    expect(await voice.hear(long, 'en')).toEqual({ kind: 'unheard', why: 'too_long' })
    expect(await voice.hear(path.join(folder, 'none.ogg'), 'en')).toEqual({ kind: 'unheard', why: 'gone' })
    expect(await voice.hear(folder, 'en')).toEqual({ kind: 'unheard', why: 'gone' })
    expect(server.requests()).toBe(0)
  })

  test.each(['', ' . ', '[Music]', '(silence) …', '♪'])('understands nothing in %j', async (text) => {
    said = text
    expect(await voice.hear(voiceFile('en-festival-slt-hts-10'), 'en')).toEqual({ kind: 'unheard', why: 'unclear' })
  })

  test('has an answer when the engine has none', async () => {
    server.trouble({ kind: 'status', status: 500 }, { kind: 'status', status: 500 })
    const file = voiceFile('en-festival-slt-hts-10')
    expect(await voice.hear(file, 'en')).toEqual({ kind: 'unheard', why: 'engine_down' })
    expect(troubles).toEqual(['openai'])
    server.trouble({ kind: 'status', status: 400 })
    expect(await voice.hear(file, 'en')).toEqual({ kind: 'unheard', why: 'unreadable' })
    expect(await voice.hear(file, 'en')).toMatchObject({ kind: 'heard' })
  })

  test('that is off, or speaks another language, says so', async () => {
    const off = await open({ speech: 'off' })
    expect(await off.hear(voiceFile('en-festival-slt-hts-10'), 'en')).toEqual({ kind: 'unheard', why: 'off' })
    expect(await off.engines()).toEqual([])
    const none = await open({ openai: null })
    expect(await none.hear(voiceFile('en-festival-slt-hts-10'), 'en')).toEqual({
      kind: 'unheard',
      why: 'no_engine',
      cure: 'sayso speech install',
    })
  })

  test('gives a long note to its engine whole, without the silence around it', async () => {
    const file = path.join(folder, 'wishes.wav')
    await writeFile(file, wav(await voiceSamplesOften('en-festival-slt-hts-41', 6)))
    expect(await voice.hear(file, 'en')).toMatchObject({ kind: 'heard' })
    expect(server.transcriptions).toHaveLength(1)
    const heard = durationMsOf(server.transcriptions[0]?.samples ?? new Float32Array(0))
    expect(heard).toBeGreaterThan(24_000)
    expect(heard).toBeLessThan(30_000)
  })
})

describe('createVocabularies()', () => {
  test.each(['en', 'pt-BR', 'es'])('gives a prompt that the window of Whisper holds: %s', async (language) => {
    const { default: tokenizer } = await import('llama-tokenizer-js')
    const { prompt } = createVocabularies(await loadShippedCatalogue())(language)
    // Another vocabulary of byte pairs, of 32,000 where Whisper's has 50,000: it needs more of them for the same text.
    expect(tokenizer.encode(prompt).length).toBeLessThanOrEqual(224)
  })

  test.each(['en', 'pt-BR', 'es'])(
    'fits into the prompt of Whisper and names things and commands: %s',
    async (language) => {
      const { prompt: words } = createVocabularies(await loadShippedCatalogue())(language)
      expect(words.length).toBeLessThanOrEqual(560)
      expect(words.toLowerCase()).toContain(language === 'en' ? 'order' : 'pedido')
      expect(words).toContain('204')
    },
  )
})
