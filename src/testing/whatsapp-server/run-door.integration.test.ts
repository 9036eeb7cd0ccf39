/** The scripting door over the wire, with Sayso as people start it. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDoor, type Door } from '../processes/door.ts'
import { startOpenAiServer, type OpenAiServer } from '../servers/openai-server.ts'
import { createTestInstallation, type TestInstallation } from '../installations/test-installation.ts'
import { voiceFile } from '../voice-fixture.ts'
import { hostFile } from './door-lines.ts'

const limitMs = 120_000

let speech: OpenAiServer
let installation: TestInstallation
let door: Door

beforeAll(async () => {
  speech = await startOpenAiServer({ hear: () => 'Cancel order 207.' })
  installation = await createTestInstallation({
    OPENAI_BASE_URL: speech.url,
    OPENAI_API_KEY: speech.apiKey,
    // It puts something between the files of Sayso (tap-preload.ts), which must not be one.
    NODE_OPTIONS: '',
  })
  door = open()
}, limitMs)

afterAll(async () => {
  await door.kill()
  await installation.close()
  await speech.close()
}, limitMs)

function open(): Door {
  const { dir, people, env } = installation
  return startDoor({ dir, people, env, command: ['dev', 'whatsapp-server', '--json'] })
}

const outcomes = (each: Door) => each.lines.filter(({ about }) => about === 'outcome')

test(
  'a bot that is killed while it is being linked is linked by its next start',
  async () => {
    await door.heard(/(Link with phone number)/u)
    await door.kill()
    // The lease of what was killed ends by itself, after a while that this test need not wait for.
    await installation.rows('update whatsapp_accounts set until = null')
    door = open()
    const asked = await door.turn({ from: installation.phone(0), text: 'status of order 205' })
    expect(door.lines.find(({ replyTo }) => replyTo === asked)?.text).toContain('205')
  },
  limitMs,
)

test(
  'a preview before a kill is confirmed after it, and the same confirmation again does nothing',
  async () => {
    const owner = installation.phone(0)
    const asked = await door.turn({ from: owner, text: 'cancel order 204' })
    const preview = door.lines.find(({ about }) => about === 'preview')
    expect(preview).toMatchObject({
      to: owner,
      replyTo: asked,
      id: expect.stringMatching(/^3EB0/u),
      text: expect.stringContaining('204'),
      preview: { action: 'Cancel', target: '204' },
      confirm: { method: 'token' },
    })
    await door.kill()

    door = open()
    const confirmation = { from: owner, text: preview?.confirm?.expect ?? '', id: 'CONFIRMATION' }
    await door.turn(confirmation)
    await door.idle()
    expect(outcomes(door)).toMatchObject([{ to: owner, command: { status: 'executed' } }])

    await door.turn(confirmation)
    await door.idle()
    expect(outcomes(door)).toHaveLength(1)
  },
  limitMs,
)

test(
  'a voice note is fetched from the wire and heard',
  async () => {
    const owner = installation.phone(1)
    const asked = await door.turn({ from: owner, voice: voiceFile('en-festival-slt-hts-00') })
    expect(door.lines.find(({ replyTo }) => replyTo === asked)).toMatchObject({
      about: 'preview',
      preview: { target: '207', heard: 'Cancel order 207.' },
    })
  },
  limitMs,
)

test(
  'in a group the bot answers who mentions it, and files come decrypted from the wire',
  async () => {
    const owner = installation.phone(0)
    await door.turn({ from: owner, chat: 'shop', mentions: true, text: 'status of order 205' })
    expect(door.lines.at(-2)).toMatchObject({ to: owner, chat: 'shop', text: expect.stringContaining('205') })

    await door.turn({ from: owner, text: 'monthly report' })
    await door.idle()
    expect(door.lines.find(({ media }) => media !== undefined)).toMatchObject({
      media: { path: expect.stringContaining(installation.dir), mimetype: expect.any(String) },
    })
    expect(await door.stop()).toBe(0)
  },
  limitMs,
)

test(
  'a bot that was linked to an earlier network of its folder is linked to the one that is there now',
  async () => {
    await rm(path.join(installation.dir, hostFile))
    door = open()
    const asked = await door.turn({ from: installation.phone(0), text: 'status of order 205' })
    expect(door.lines.find(({ replyTo }) => replyTo === asked)?.text).toContain('205')
  },
  limitMs,
)
