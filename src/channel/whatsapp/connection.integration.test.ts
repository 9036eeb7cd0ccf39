/** What the bot does when the network or WhatsApp itself does not do what it should. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersOnly } from '../../testing/installations/test-installation.ts'
import { startAlertReceiver, type AlertReceiver } from '../../testing/servers/alert-receiver.ts'
import { textOf, type WhatsAppProcess } from '../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { BotMessage } from '../../testing/whatsapp-server/network.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'

let place: WhatsAppPlace
let server: WhatsAppServer
let bot: WhatsAppProcess | undefined
let ana: Contact
let bia: Contact
let receiver: AlertReceiver

beforeAll(async () => {
  receiver = await startAlertReceiver()
  place = await createWhatsAppPlace({ env: { ...ordersOnly(), ALERT_WEBHOOK: receiver.url } })
  ;({ server } = place)
  ana = place.addOwner(0, { name: 'Ana' })
  bia = place.addOwner(1, { name: 'Bia' })
})

afterAll(async () => {
  await place.close()
  receiver.close()
})

const isText = ({ content }: BotMessage) => content.kind === 'text'
const hear = async (person: Contact) => person.next({ matches: isText })
/** What somebody hears who asks how an order is. */
const answerTo = async (person: Contact, order: number) => {
  await person.say(`status of order ${order}`)
  return textOf(await hear(person))
}

/** What stands beside the number of why it is not served. */
async function trouble(): Promise<string | null> {
  const rows = await place.installation.rows<{ trouble: string | null }>('select trouble from whatsapp_accounts')
  return rows[0]?.trouble ?? null
}

test('without internet the bot says so, keeps trying, and serves the number when it is there', async () => {
  server.offline()
  bot = await place.startBot({ connects: false })
  await bot.printed(/(cannot be reached)/u)
  await expect.poll(trouble).toContain('cannot be reached')
  server.online()
  await bot.printed(/(is connected)/u)
  await expect.poll(trouble).toBeNull()
  expect(await answerTo(ana, 204)).toContain('204')
})

test.for([503, 515, 500])('failure 9: a stream that ends with %i is opened again', async (code) => {
  server.streamError(code)
  expect(await answerTo(ana, 205)).toContain('205')
})

test('failure 21: a reply that is lost on its way is sent again under its id', async () => {
  server.trouble({ kind: 'cut', delivered: false })
  expect(await answerTo(ana, 207)).toContain('207')
  server.trouble({ kind: 'cut', delivered: true })
  await ana.say('status of order 208')
  const first = await hear(ana)
  expect(await hear(ana)).toMatchObject({ id: first.id, again: true })
})

test('failure 22: while one person cannot be written to, everybody else is', async () => {
  server.trouble({ kind: 'nack', code: 463 })
  await ana.say('status of order 209')
  await expect.poll(() => receiver.alerts.map(({ text }) => text)).toContainEqual(expect.stringContaining('restricts'))
  expect(await answerTo(bia, 210)).toContain('210')
  // Neither what was refused nor anything else is tried with the one who cannot be written to.
  await ana.say('status of order 211')
  await expect(ana.next({ timeoutMs: 2500 })).rejects.toThrow('Waited')
})

test('failure 10: another client with the same link is not thrown out again; a person is told elsewhere', async () => {
  server.forget('login')
  server.streamError(440)
  await bot?.printed(/(something else uses the link)/u)
  await expect
    .poll(() => receiver.alerts.at(-1))
    .toMatchObject({
      kind: 'trouble',
      text: expect.stringContaining('something else uses the link'),
    })
  await expect(server.event('login', { timeoutMs: 4000 })).rejects.toThrow('Waited')
})

test('a stopped bot ends at once, whatever the connection does', async () => {
  const begun = Date.now()
  expect(await bot?.stop()).toBe(0)
  expect(Date.now() - begun).toBeLessThan(5000)
})

/** A bot whose login is refused for this reason, as long as the test lasts. */
async function startRefused(reason: number): Promise<WhatsAppProcess> {
  server.forget('closed')
  server.refuseLogins(reason, 100)
  bot = await place.startBot({ connects: false, env: { SAYSO_LOG: 'info' } })
  await server.event('closed')
  return bot
}

test('who is refused (403) does not try again, and a person is told elsewhere', async () => {
  const refused = await startRefused(403)
  await refused.printed(/(refuses)/u)
  await expect.poll(() => receiver.alerts.at(-1)?.text).toContain('refuses')
  await expect.poll(trouble).toContain('refuses')
  await expect(server.event('closed', { timeoutMs: 2000 })).rejects.toThrow('Waited')
  await refused.kill()
})

test('failure 12: a version that is too old (405) is not tried again at once', async () => {
  const refused = await startRefused(405)
  await expect.poll(() => refused.logged()).toMatch(/"code":405.*"kind":"retry","afterMs":[123]\d{4}/u)
  await expect(server.event('closed', { timeoutMs: 2000 })).rejects.toThrow('Waited')
  await refused.kill()
})

test('a number that is not linked any more (401) is not tried again', async () => {
  const refused = await startRefused(401)
  await refused.printed(/(was unlinked)/u)
  await expect.poll(() => receiver.alerts.at(-1)?.kind).toBe('unpaired')
  await expect(server.event('closed', { timeoutMs: 2000 })).rejects.toThrow('Waited')
})
