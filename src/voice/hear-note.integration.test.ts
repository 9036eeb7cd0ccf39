/** A note that is heard by the model on this machine. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { startOpenAiServer, type OpenAiServer } from '../testing/servers/openai-server.ts'
import { speechModelData } from '../testing/speech-model.ts'
import { voiceFile, voiceSamplesOften } from '../testing/voice-fixture.ts'
import { openVoice, type Voice, type VoiceSettings } from './open-voice.ts'
import { wav } from './audio/wav.ts'

let server: OpenAiServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-hear-'))
  server = await startOpenAiServer({ hear: () => 'Cancel order 204.' })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Beside a service that is there, unless the settings say otherwise. */
async function open(settings: Partial<VoiceSettings>): Promise<Voice> {
  const openai = { baseUrl: server.url, apiKey: server.apiKey }
  return openVoice(
    { dataDir: await speechModelData(), speech: 'auto', model: null, openai, reply: null, ...settings },
    { catalogue: await loadShippedCatalogue(), onTrouble: () => undefined, onEarTrouble: () => undefined },
  )
}

test('hears by the model on this machine when the service is down', async () => {
  const both = await open({})
  expect(await both.engines()).toEqual(['openai whisper-1', 'local moonshine-base'])
  server.trouble({ kind: 'status', status: 500 }, { kind: 'status', status: 500 })
  expect(await both.hear(voiceFile('en-festival-slt-hts-10'), 'en')).toMatchObject({
    kind: 'heard',
    transcript: { text: 'Yes.', engine: 'local' },
  })
  // It has English alone.
  server.trouble({ kind: 'status', status: 500 }, { kind: 'status', status: 500 })
  expect(await both.hear(voiceFile('pt-espeak-pt-br-00'), 'pt-BR')).toEqual({ kind: 'unheard', why: 'engine_down' })
  await both.close()
  const service = await open({ speech: 'openai' })
  expect(await service.engines()).toEqual(['openai whisper-1'])
  await service.close()
  const local = await open({ speech: 'local' })
  expect(await local.hear(voiceFile('pt-espeak-pt-br-00'), 'pt-BR')).toMatchObject({
    kind: 'unheard',
    why: 'language',
    cure: 'sayso speech install whisper-base',
  })
  await local.close()
})

test('hears all of a long note on this machine, piece by piece', async () => {
  const file = path.join(folder, 'wishes.wav')
  await writeFile(file, wav(await voiceSamplesOften('en-festival-slt-hts-41', 4)))
  const local = await open({ speech: 'local' })
  const hearing = await local.hear(file, 'en')
  const text = hearing.kind === 'heard' ? hearing.transcript.text : hearing.why
  expect(text.match(/1,?024|thousand and twenty.four/giu)).toHaveLength(4)
  await local.close()
})
