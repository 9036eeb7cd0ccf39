/** Voice notes over WhatsApp's real protocol: upload, encrypted download, transcript, preview, typed code, outcome, and back as sound. */
import { appendFile, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOpenAiServer, type OpenAiServer } from '../testing/servers/openai-server.ts'
import { speechModel } from '../testing/speech-model.ts'
import type { TestInstallation } from '../testing/installations/test-installation.ts'
import { voiceFile, voiceSamples } from '../testing/voice-fixture.ts'
import { codeIn, isNewText, textOf, type WhatsAppProcess } from '../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../testing/whatsapp-server/contact.ts'
import { sealMedia } from '../testing/whatsapp-server/media-crypto.ts'
import type { BotMessage } from '../testing/whatsapp-server/network.ts'
import type { WhatsAppServer } from '../testing/whatsapp-server/whatsapp-server.ts'
import { createLocalEngine } from '../voice/engines/local-engine.ts'
import type { Samples } from '../voice/audio/samples.ts'
import type { SpeechEngine } from '../voice/engines/speech-engine.ts'
import { noVocabulary } from '../testing/no-vocabulary.ts'

let speech: OpenAiServer
let place: WhatsAppPlace
let installation: TestInstallation
let server: WhatsAppServer
let bot: WhatsAppProcess | undefined
let ana: Contact
let bia: Contact
let luz: Contact
let order: Buffer
let model: SpeechEngine
/** What the service hears in the language that it is told; where nothing is said here, it listens with the model on this machine. */
const heardIn: Record<string, string> = {
  pt: 'Cancelar pedido dois zero cinco.',
  es: 'Cancelar pedido dos cero siete.',
}

beforeAll(async () => {
  order = await readFile(voiceFile('en-festival-slt-hts-00'))
  model = createLocalEngine({ model: await speechModel() })
  // A bot waits half a minute for the service; loading the model is none of it.
  await listen(await voiceSamples('en-festival-slt-hts-00'))
  speech = await startOpenAiServer({
    hear: async ({ language, samples }) => {
      const text = heardIn[language ?? ''] ?? (await listen(samples))
      return { text, language: language ?? '', segments: [{ text, start: 0, end: 3, avg_logprob: -0.1 }] }
    },
  })
  place = await createWhatsAppPlace({
    env: { OPENAI_BASE_URL: speech.url, OPENAI_API_KEY: speech.apiKey, VOICE_REPLY: 'on' },
  })
  ;({ installation, server } = place)
  ana = place.addOwner(0, { name: 'Ana' })
  bia = server.addContact({ phone: '+5511988880001', name: 'Bia' })
  luz = server.addContact({ phone: '+5491155550001', name: 'Luz' })
  await appendFile(
    installation.people,
    `  - { phone: "${bia.phone}", name: Bia, roles: [owner], language: pt-BR }
  - { phone: "${luz.phone}", name: Luz, roles: [owner], language: es }
`,
  )
  bot = await place.startBot()
})

afterAll(async () => {
  await place.close()
  await speech.close()
  await model.close()
})

async function listen(samples: Samples): Promise<string> {
  const piece = { samples, language: 'en', vocabulary: noVocabulary, isOfLong: false }
  return (await model.transcribe({ ...piece, signal: AbortSignal.timeout(60_000) })).text
}

const isSound = ({ content }: BotMessage) => content.kind === 'media'
const nextText = async (from = ana) => textOf(await from.next({ matches: isNewText }))
const envelopes = () => installation.rows<{ ref: string }>('select ref from envelopes')

/** A voice note as it arrives, and where its file lies; `blob` is what lies there. */
async function noteOf(change: (blob: Buffer) => Buffer = (blob) => blob) {
  const { blob, ...facts } = await sealMedia(order, 'audio')
  const directPath = server.media.store(change(Buffer.from(blob)))
  const url = server.media.urlOf(directPath)
  return {
    directPath,
    message: { audioMessage: { ...facts, directPath, url, mimetype: 'audio/ogg; codecs=opus', ptt: true } },
  }
}

test('a voice note becomes a preview that is also spoken, and its typed code an outcome', async () => {
  const note = await ana.sendVoice(order)
  const preview = await ana.next({ matches: isNewText })
  expect(textOf(preview)).toContain('I heard: “Cancel order 204.”')
  expect(textOf(preview)).toContain('204: two, zero, four')
  const sound = await ana.next({ matches: isSound })
  expect(sound.content).toMatchObject({ media: 'audio', mimetype: 'audio/ogg; codecs=opus' })
  expect(sound.content.kind === 'media' && sound.content.bytes.toString('latin1', 0, 4)).toBe('OggS')
  await ana.say(codeIn(textOf(preview)) ?? '')
  const outcome = await ana.next({ matches: isNewText })
  expect(textOf(outcome)).toContain('✅')
  expect(outcome.quoted).toBe(note)
  expect(await installation.rows('select status from orders where id = 204')).toEqual([{ status: 'cancelled' }])
  expect(speech.transcriptions).toHaveLength(1)
})

test.each([
  ['pt', () => bia, 'pt-espeak-pt-br-00', '205: dois, zero, cinco', /CONFIRMAR [0-9A-Z]+/u, 205],
  ['es', () => luz, 'es-espeak-es-00', '207: dos, cero, siete', /CONFIRMAR [0-9A-Z]+/u, 207],
] as const)(
  'a recording in another language is heard, shown and confirmed in it: %s',
  async (language, person, recording, digits, confirm, id) => {
    await person().sendVoice(await readFile(voiceFile(recording)))
    const preview = await nextText(person())
    expect(preview).toContain(digits)
    expect(preview).toContain(`“${heardIn[language] ?? ''}”`)
    await person().say(confirm.exec(preview)?.[0] ?? '')
    expect(await nextText(person())).toContain('✅')
    expect(await installation.rows(`select status from orders where id = ${id}`)).toEqual([{ status: 'cancelled' }])
    const [{ audio } = { audio: null }] = await installation.rows<{ audio: unknown }>(
      `select document->'trace'->'audio'->0 as audio from envelopes where target_id = '${id}'`,
    )
    expect(audio).toMatchObject({ engine: 'openai', model: 'whisper-1', language, transcript: heardIn[language] })
    expect(speech.transcriptions.at(-1)).toMatchObject({ language, prompt: expect.stringContaining('pedido') })
  },
)

test('a note that has expired is asked for again from the phone that sent it', async () => {
  heardIn['en'] = 'Cancel order 208.'
  // Nobody fetches it while the bot is away.
  await bot?.kill()
  const id = await ana.sendVoice(order)
  server.media.expire(server.media.newest())
  bot = await place.startBot()
  await server.event('reupload', { matches: (event) => event.id === id })
  expect(await nextText()).toContain('I heard: “Cancel order 208.”')
  await ana.say('0')
  await nextText()
})

test('killed while it waits for a phone to upload a note again, the bot asks for it again and shows one preview', async () => {
  heardIn['en'] = 'Cancel order 214.'
  const before = speech.transcriptions.length
  await bot?.kill()
  const id = await ana.sendVoice(order)
  server.media.expire(server.media.newest())
  server.media.turnPhones('off')
  bot = await place.startBot()
  await server.event('reupload', { matches: (event) => event.id === id })
  await bot.kill()
  server.media.turnPhones('on')
  bot = await place.startBot()
  expect(await nextText()).toContain('I heard: “Cancel order 214.”')
  expect(speech.transcriptions).toHaveLength(before + 1)
  await ana.say('0')
  // Nothing else comes: the next text answers the 0.
  expect(await nextText()).toContain('Nothing was done')
})

test('a note that has expired and that nobody has any more is answered', async () => {
  const before = [speech.transcriptions.length, (await envelopes()).length]
  const { directPath, message } = await noteOf()
  server.media.expire(directPath)
  await ana.send(message)
  expect(await nextText()).toContain('it may have expired')
  expect([speech.transcriptions.length, (await envelopes()).length]).toEqual(before)
})

test('a note that cannot be fetched now is heard once it can be, and shows one preview', async () => {
  heardIn['en'] = 'Cancel order 212.'
  const { directPath, message } = await noteOf()
  server.media.fail(directPath, 500)
  await ana.send(message)
  await expect.poll(() => bot?.everything()).toContain('"code":"download_failed"')
  server.media.fail(directPath, null)
  expect(await nextText()).toContain('I heard: “Cancel order 212.”')
  await ana.say('0')
  // Nothing else comes: the next text answers the 0.
  expect(await nextText()).toContain('Nothing was done')
})

test('a note whose download is cut off does not end the bot, and is heard once it comes whole', async () => {
  heardIn['en'] = 'Cancel order 213.'
  const { directPath, message } = await noteOf()
  server.media.fail(directPath, 'cut')
  const before = bot?.everything().length
  await ana.send(message)
  await expect.poll(() => bot?.everything().slice(before)).toContain('"code":"download_failed"')
  server.media.fail(directPath, null)
  expect(await nextText()).toContain('I heard: “Cancel order 213.”')
  await ana.say('0')
  expect(await nextText()).toContain('Nothing was done')
})

test('a note that waits for a connection when the bot is told to stop is heard by the next one', async () => {
  heardIn['en'] = 'Cancel order 215.'
  const { directPath, message } = await noteOf()
  const download = server.media.stall(directPath)
  await ana.send(message)
  await download.waits
  // The next one does not wait for the lease of one that has let go.
  expect(await bot?.stop()).toBe(0)
  download.end()
  server.offline()
  bot = await place.startBot({ connects: false })
  // It has the note by then, and nothing to fetch it with.
  await bot.printed(/(WhatsApp cannot be reached)/u)
  expect(await bot.stop()).toBe(0)
  server.online()
  bot = await place.startBot()
  expect(await nextText()).toContain('I heard: “Cancel order 215.”')
  await ana.say('0')
  expect(await nextText()).toContain('Nothing was done')
})

test('a note whose bytes are not those that were sent never becomes a command', async () => {
  const before = [speech.transcriptions.length, (await envelopes()).length]
  const { message } = await noteOf((blob) => blob.fill((blob[100] ?? 0) ^ 1, 100, 101))
  await ana.send(message)
  expect(await nextText()).toContain('Please record it again')
  expect([speech.transcriptions.length, (await envelopes()).length]).toEqual(before)
})

test('a note that says it is larger than anything that is fetched is answered so', async () => {
  const before = [speech.transcriptions.length, (await envelopes()).length]
  const { message } = await noteOf()
  await ana.send({ audioMessage: { ...message.audioMessage, fileLength: 65 * 1024 * 1024 } })
  expect(await nextText()).toContain('That voice note is too large for me')
  expect([speech.transcriptions.length, (await envelopes()).length]).toEqual(before)
})

test('killed while the note is being fetched, the bot fetches it again and shows one preview', async () => {
  heardIn['en'] = 'Cancel order 211.'
  const before = speech.transcriptions.length
  const { directPath, message } = await noteOf()
  const download = server.media.stall(directPath)
  await ana.send(message)
  await download.waits
  await bot?.kill()
  download.end()
  bot = await place.startBot()
  expect(await nextText()).toContain('211: two, one, one')
  expect(speech.transcriptions).toHaveLength(before + 1)
  await ana.say('0')
  // Nothing else comes: the next text answers the 0.
  expect(await nextText()).toContain('Nothing was done')
})

test.each([
  ['noise', 'I heard only noise'],
  ['silence', 'I heard nothing'],
  ['tone', 'music'],
  ['truncated', 'record it again'],
  ['garbage', 'record it again'],
])('what is no speech never becomes a command: %s', async (name, answer) => {
  const before = await envelopes()
  await ana.sendVoice(await readFile(voiceFile(name)))
  expect(await nextText()).toContain(answer)
  expect(await envelopes()).toEqual(before)
})

test('a start says by what notes are heard, or how that is switched on', async () => {
  expect(await bot?.printed(/^Voice +(.*)$/u)).toMatch(/^notes transcribed by whisper-1 at 127\.0\.0\.1:\d+$/u)
  await bot?.kill()
  const env = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', VOICE_REPLY: 'off' }
  bot = await place.startBot({ env })
  expect(await bot.printed(/^Voice +(.*)$/u)).toBe(
    'notes are not transcribed yet: `sayso speech install` (67 MB, English) or OPENAI_API_KEY switches it on',
  )
  await ana.sendVoice(order)
  expect(await nextText()).toBe(
    'I cannot listen to voice notes here yet. Please write it. To switch that on, run `sayso speech install` where Sayso was started.',
  )
})
