/** A bot that hears nothing any more although its connection is healthy finds out by itself, and does something about it. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestInstallation, type TestInstallation } from '../../testing/test-installation.ts'
import {
  pairWhatsAppBot,
  startWhatsAppBot,
  textOf,
  type Place,
  type WhatsAppProcess,
} from '../../testing/whatsapp-bot.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { BotMessage, ServerEvent } from '../../testing/whatsapp-server/network.ts'
import { startWhatsAppServer } from '../../testing/whatsapp-server/start-whatsapp-server.ts'

let installation: TestInstallation
let server: Awaited<ReturnType<typeof startWhatsAppServer>>
let place: Place
let bot: WhatsAppProcess
let ana: Contact
let hook: Server
let alerts: string[] = []

const preloads = ['impatient-whatsapp.ts', 'deafen-whatsapp.ts']
  .map((file) => `--import ${new URL(`../../testing/${file}`, import.meta.url).href}`)
  .join(' ')

beforeAll(async () => {
  hook = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      alerts.push(Buffer.concat(chunks).toString())
      response.end()
    })
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  installation = await createTestInstallation()
  server = await startWhatsAppServer()
  place = { installation, server }
  ana = server.addContact({ phone: installation.phone(0), name: 'Ana' })
  await pairWhatsAppBot(place)
  // A server that listens on TCP has an address of this form.
  const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
  bot = await startWhatsAppBot(place, { env: { ALERT_WEBHOOK: webhook, NODE_OPTIONS: preloads, SAYSO_LOG: 'info' } })
}, 120_000)

afterAll(async () => {
  await bot.kill()
  hook.close()
  await server.close()
  await installation.close()
})

beforeEach(async () => {
  alerts = []
  for (const kind of ['login', 'receipt', 'closed', 'peer'] as const) await forget(kind)
})

/** Events of before are of no interest. */
async function forget(kind: ServerEvent['kind']): Promise<void> {
  while ((await server.event(kind, { timeoutMs: 1 }).catch(() => null)) !== null) continue
}

const isText = ({ content }: BotMessage) => content.kind === 'text'
const hear = async () => textOf(await ana.next({ matches: isText, timeoutMs: 40_000 }))

/** The bot has asked its phone, and has heard the answer. */
const signOfLife = () => server.event('receipt', { matches: ({ type }) => type === 'peer_msg', timeoutMs: 20_000 })

test(
  'in the silence the bot asks its own phone, which nobody sees, and the connection stays',
  { timeout: 60_000 },
  async () => {
    await signOfLife()
    await signOfLife()
    expect(server.untaken()).toEqual([])
    await expect(server.event('login', { timeoutMs: 1 })).rejects.toThrow('Waited')
  },
)

test(
  'failure 8: a socket whose listeners are dead is torn down, and a new one hears what was said meanwhile',
  { timeout: 60_000 },
  async () => {
    await signOfLife()
    process.kill(bot.pid, 'SIGUSR2')
    await ana.say('status of order 204')
    await server.event('login', { timeoutMs: 30_000 })
    expect(await hear()).toContain('204')
    await ana.say('status of order 205')
    expect(await hear()).toContain('205')
    expect(alerts).toEqual([])
  },
)

test(
  'failure 5: on a healthy connection that brings no messages, the bot connects anew and has them',
  { timeout: 60_000 },
  async () => {
    await signOfLife()
    server.withhold('this-connection')
    await ana.say('status of order 206')
    await server.event('login', { timeoutMs: 30_000 })
    expect(await hear()).toContain('206')
    expect(alerts).toEqual([])
  },
)

test(
  'failure 5: when no connection brings any, a person is told elsewhere, once, and what was kept back is answered in the end',
  { timeout: 120_000 },
  async () => {
    await signOfLife()
    server.withhold('all')
    await ana.say('status of order 207')
    await expect.poll(() => alerts, { timeout: 60_000 }).toEqual([expect.stringContaining('do not reach Sayso')])
    server.withhold('nothing')
    expect(await hear()).toContain('207')
    expect(alerts).toHaveLength(1)
  },
)

test('a phone that is off is no reason to connect anew', { timeout: 60_000 }, async () => {
  await signOfLife()
  server.phoneOn(false)
  await forget('login')
  await forget('peer')
  for (let n = 0; n < 2; n++) await server.event('peer', { timeoutMs: 20_000 })
  await expect(server.event('login', { timeoutMs: 1 })).rejects.toThrow('Waited')
  server.phoneOn(true)
  await signOfLife()
})

test(
  'failure 8: a handler that takes up a message and never ends it is given up with its connection',
  { timeout: 60_000 },
  async () => {
    // While somebody holds the number nothing can be stored, and the handler waits.
    const lock = await installation.hold('select 1 from whatsapp_accounts for update')
    await ana.say('status of order 208')
    await server.event('closed', { timeoutMs: 30_000 })
    await lock.release()
    expect(await hear()).toContain('208')
  },
)

test(
  'failure 9: a server that takes everything and says nothing is left, for one that answers',
  { timeout: 60_000 },
  async () => {
    server.mute(true)
    await ana.say('status of order 209')
    await server.event('closed', { timeoutMs: 30_000 })
    server.mute(false)
    expect(await hear()).toContain('209')
    expect(bot.logged()).toContain('"code":408')
  },
)
