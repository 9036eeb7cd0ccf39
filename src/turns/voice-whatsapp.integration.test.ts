/** Voice notes over WhatsApp's real protocol: upload, encrypted download, transcript, preview, typed code, outcome, and back as sound. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOpenAiServer, type OpenAiServer } from '../testing/openai-server.ts'
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts'
import { voiceFile } from '../testing/voice-fixture.ts'
import { pairWhatsAppBot, startWhatsAppBot, textOf, type WhatsAppProcess } from '../testing/whatsapp-bot.ts'
import type { Contact } from '../testing/whatsapp-server/contact.ts'
import { sealMedia } from '../testing/whatsapp-server/media-crypto.ts'
import type { BotMessage } from '../testing/whatsapp-server/network.ts'
import { startWhatsAppServer } from '../testing/whatsapp-server/start-whatsapp-server.ts'
import type { WhatsAppServer } from '../testing/whatsapp-server/whatsapp-server.ts'

const patientMs = 120_000

let speech: OpenAiServer
let installation: TestInstallation
let server: WhatsAppServer
let bot: WhatsAppProcess | undefined
let ana: Contact
let order: Buffer

beforeAll(async () => {
  order = await readFile(voiceFile('en-festival-slt-hts-00'))
  speech = await startOpenAiServer({ hear: () => 'Cancel order 204.' })
  installation = await createTestInstallation({
    OPENAI_BASE_URL: speech.url,
    OPENAI_API_KEY: speech.apiKey,
    VOICE_REPLY: 'on',
  })
  server = await startWhatsAppServer()
  ana = server.addContact({ phone: installation.phone(0), name: 'Ana' })
  await pairWhatsAppBot({ installation, server })
  bot = await startWhatsAppBot({ installation, server })
}, patientMs)

afterAll(async () => {
  await bot?.kill()
  await server.close()
  await installation.close()
  await speech.close()
})

const isText = ({ content }: BotMessage) => content.kind === 'text'
const isSound = ({ content }: BotMessage) => content.kind === 'media'
const nextText = async () => textOf(await ana.next({ matches: isText }))

test(
  'a voice note becomes a preview that is also spoken, and its typed code an outcome',
  { timeout: patientMs },
  async () => {
    const note = await ana.sendVoice(order)
    const preview = await ana.next({ matches: isText })
    expect(textOf(preview)).toContain('I heard: “Cancel order 204.”')
    expect(textOf(preview)).toContain('204: two, zero, four')
    const sound = await ana.next({ matches: isSound })
    expect(sound.content).toMatchObject({ media: 'audio', mimetype: 'audio/ogg; codecs=opus' })
    expect(sound.content.kind === 'media' && sound.content.bytes.toString('latin1', 0, 4)).toBe('OggS')
    await ana.say(/CONFIRM [0-9A-Z]+/u.exec(textOf(preview))?.[0] ?? '')
    const outcome = await ana.next({ matches: isText })
    expect(textOf(outcome)).toContain('✅')
    expect(outcome.quoted).toBe(note)
    expect(await installation.rows('select status from orders where id = 204')).toEqual([{ status: 'cancelled' }])
    expect(speech.transcriptions).toHaveLength(1)
  },
)

test('a note whose bytes are not those that were sent never becomes a command', { timeout: patientMs }, async () => {
  const before = speech.requests()
  const { blob, ...facts } = await sealMedia(order, 'audio')
  const tampered = Buffer.from(blob)
  tampered[100] = (tampered[100] ?? 0) ^ 1
  const directPath = server.media.store(tampered)
  const note = {
    ...facts,
    directPath,
    url: server.media.urlOf(directPath),
    mimetype: 'audio/ogg; codecs=opus',
    ptt: true,
  }
  await ana.send({ audioMessage: note })
  expect(await nextText()).toContain('Please record it again')
  expect(speech.transcriptions).toHaveLength(1)
  // Nothing but the spoken answer was asked of the service.
  expect(speech.requests() - before).toBeLessThanOrEqual(1)
  expect(await installation.rows('select ref from envelopes')).toHaveLength(1)
})

test('what is no speech never becomes a command', { timeout: patientMs }, async () => {
  await ana.sendVoice(await readFile(voiceFile('noise')))
  expect(await nextText()).toContain('I heard only noise')
  expect(await installation.rows('select ref from envelopes')).toHaveLength(1)
})
