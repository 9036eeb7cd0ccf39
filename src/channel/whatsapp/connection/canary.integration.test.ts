/** A bot that hears nothing any more although its connection is healthy finds out by itself, and does something about it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ordersOnly } from '../../../testing/installations/test-installation.ts'
import { startAlertReceiver, type AlertReceiver } from '../../../testing/servers/alert-receiver.ts'
import type { WhatsAppProcess } from '../../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../../../testing/whatsapp-server/contact.ts'
import type { WhatsAppServer } from '../../../testing/whatsapp-server/whatsapp-server.ts'
import { hearText } from '../../../testing/whatsapp/whatsapp-silence.ts'

let place: WhatsAppPlace
let server: WhatsAppServer
let bot: WhatsAppProcess
let ana: Contact
let receiver: AlertReceiver

const preloads = ['impatient-whatsapp.ts', 'deafen-whatsapp.ts']
  .map((file) => `--import ${new URL(`../../../testing/whatsapp/${file}`, import.meta.url).href}`)
  .join(' ')

beforeAll(async () => {
  receiver = await startAlertReceiver()
  place = await createWhatsAppPlace({ env: { ...ordersOnly(), ALERT_WEBHOOK: receiver.url } })
  ;({ server } = place)
  ana = place.addOwner(0, { name: 'Ana' })
  bot = await place.startBot({ env: { NODE_OPTIONS: preloads, SAYSO_LOG: 'info' } })
})

afterAll(async () => {
  await place.close()
  receiver.close()
})

beforeEach(() => {
  receiver.forget()
  for (const kind of ['login', 'receipt', 'closed', 'peer'] as const) server.forget(kind)
})

const hear = () => hearText(ana)

/** The bot has asked its phone, and has heard the answer. */
const signOfLife = () => server.event('receipt', { matches: ({ type }) => type === 'peer_msg' })

test('in the silence the bot asks its own phone, which nobody sees, and the connection stays', async () => {
  await signOfLife()
  await signOfLife()
  expect(server.untaken()).toEqual([])
  await expect(server.event('login', { timeoutMs: 1 })).rejects.toThrow('Waited')
})

test('failure 8: a socket whose listeners are dead is torn down, and a new one hears what was said meanwhile', async () => {
  await signOfLife()
  process.kill(bot.pid, 'SIGUSR2')
  await ana.say('status of order 204')
  await server.event('login')
  expect(await hear()).toContain('204')
  await ana.say('status of order 205')
  expect(await hear()).toContain('205')
  expect(receiver.alerts).toEqual([])
})

test('failure 5: on a healthy connection that brings no messages, the bot connects anew and has them', async () => {
  await signOfLife()
  server.withhold('this-connection')
  await ana.say('status of order 206')
  await server.event('login')
  expect(await hear()).toContain('206')
  expect(receiver.alerts).toEqual([])
})

test('failure 5: when no connection brings any, a person is told elsewhere, once, and what was kept back is answered in the end', async () => {
  await signOfLife()
  server.withhold('all')
  await ana.say('status of order 207')
  await expect.poll(() => receiver.alerts).toMatchObject([{ text: expect.stringContaining('do not reach Sayso') }])
  server.withhold('nothing')
  expect(await hear()).toContain('207')
  expect(receiver.alerts).toHaveLength(1)
})

test('a phone that is off is no reason to connect anew', async () => {
  await signOfLife()
  server.phoneOn(false)
  server.forget('login')
  server.forget('peer')
  for (let n = 0; n < 2; n++) await server.event('peer')
  await expect(server.event('login', { timeoutMs: 1 })).rejects.toThrow('Waited')
  server.phoneOn(true)
  await signOfLife()
})

test('failure 9: a backlog that was cut off and came again is no reason to connect anew', async () => {
  server.phoneOn(false)
  server.offline()
  const orders = [204, 205, 206, 207, 208, 209, 210, 211]
  for (const order of orders) await ana.say(`status of order ${order}`)
  server.online()
  await server.event('receipt')
  server.drop()
  for (const order of orders) expect(await hear()).toContain(`Order ${order}`)
  server.forget('login')
  server.forget('peer')
  // By now a handler of the connection that was cut off would be taken for dead.
  for (let n = 0; n < 2; n++) await server.event('peer')
  await expect(server.event('login', { timeoutMs: 1 })).rejects.toThrow('Waited')
  server.phoneOn(true)
})

test('failure 8: a handler that takes up a message and never ends it is given up with its connection', async () => {
  // While somebody holds the number nothing can be stored, and the handler waits.
  const lock = await place.installation.hold('select 1 from whatsapp_accounts for update')
  await ana.say('status of order 208')
  await server.event('closed')
  await lock.release()
  expect(await hear()).toContain('208')
})

test('failure 9: a server that takes everything and says nothing is left, for one that answers', async () => {
  server.mute(true)
  await ana.say('status of order 209')
  await server.event('closed')
  server.mute(false)
  expect(await hear()).toContain('209')
  expect(bot.logged()).toContain('"code":408')
})
