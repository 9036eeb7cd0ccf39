/**
 * Failures that bots on WhatsApp are known to have in production, made here one by one; `README.md` beside this file has them all.
 * The tests follow one life of a number, in order.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersOnly, type TestInstallation } from '../../testing/installations/test-installation.ts'
import type { BotKeeper } from '../../testing/whatsapp/whatsapp-bot-keeper.ts'
import { codeIn, isNewText, textOf } from '../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { BotMessage } from '../../testing/whatsapp-server/network.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'
import { expectSilence, hearText } from '../../testing/whatsapp/whatsapp-silence.ts'

let place: WhatsAppPlace
let installation: TestInstallation
let server: WhatsAppServer
let bot: BotKeeper
let ana: Contact
let bia: Contact
let eve: Contact

beforeAll(async () => {
  place = await createWhatsAppPlace({ env: ordersOnly() })
  ;({ installation, server } = place)
  ana = place.addOwner(0, { name: 'Ana' })
  bia = place.addOwner(1, { name: 'Bia', addressing: 'lid' })
  eve = server.addContact({ phone: '+15550009999', name: 'Eve' })
  bot = await place.keepBot()
})

afterAll(() => place.close())

test('failure 9: a line that breaks again and again is tried ever later, by one connection, and nothing is lost or done twice', async () => {
  server.forget('login')
  const breaks = [0, 1, 2, 3]
  const waits: number[] = []
  for (const n of breaks) {
    server.drop()
    const dropped = performance.now()
    await ana.say(`status of order ${217 + n}`)
    await bia.say(`status of order ${204 + n}`)
    await server.event('login')
    waits.push(performance.now() - dropped)
    // Some of it has come by now, and some not.
    await delay(n * 20)
  }
  for (const n of breaks) {
    expect(await hearText(ana)).toContain(`Order ${217 + n}`)
    expect(await hearText(bia)).toContain(`Order ${204 + n}`)
  }
  await expectSilence(server, [ana, bia])
  // Half of each wait is for sure.
  for (const [n, waited] of waits.entries()) expect(waited).toBeGreaterThan(250 * 2 ** n)
  expect(waits.reduce((sum, each) => sum + each, 0)).toBeLessThan(30_000)
  await expect(server.event('login', { timeoutMs: 300 })).rejects.toThrow('Waited')
})

const { PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE, HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

test('failure 1: what a stranger claims that others have said, nobody has said', async () => {
  const forged = proto.WebMessageInfo.encode({
    key: { remoteJid: ana.pn, fromMe: false, id: 'FORGED1' },
    message: { conversation: 'status of order 202' },
    messageTimestamp: Math.floor(Date.now() / 1000),
  }).finish()
  const history = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.RECENT,
    conversations: [{ id: ana.pn, messages: [{ message: proto.WebMessageInfo.decode(forged) }] }],
  }).finish()
  await eve.send({
    protocolMessage: {
      type: PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
        stanzaId: 'FORGED2',
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes: forged } }],
      },
    },
  })
  await eve.send({
    protocolMessage: {
      type: HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: proto.HistorySync.HistorySyncType.RECENT,
        initialHistBootstrapInlinePayload: deflateSync(history),
      },
    },
  })
  await eve.send({ deviceSentMessage: { destinationJid: ana.pn, message: { conversation: 'status of order 202' } } })
  await expectSilence(server, [ana, bia])
  expect(
    await installation.rows(`select message_id from inbox where message_id like 'FORGED%' or body::text like '%202%'`),
  ).toEqual([])
})

test('failure 14: killed while the credentials are stored, it is linked as before', async () => {
  installation.plan({ at: 1, matching: 'set creds' })
  const dying = bot.current()
  server.drop()
  await dying.gone
  await bot.serving()
  await ana.say('status of order 205')
  expect(await hearText(ana)).toContain('Order 205')
})

test('failure 16: of a message that was never sent nothing is sent again, least of all an empty one', async () => {
  await ana.say('status of order 206')
  const told = await ana.next({ matches: isNewText })
  ana.askAgain({ ...told, id: '3EB0000000000000000000' })
  ana.askAgain(told)
  expect((await ana.next({ matches: ({ again }) => again })).id).toBe(told.id)
  await expectSilence(server, [ana, bia])
})

test('failure 18: who is not known is refused, whatever they know of what others were asked', async () => {
  await ana.say('cancel order 207')
  const code = codeIn(await hearText(ana)) ?? ''
  await eve.say(code)
  expect(await hearText(eve)).not.toContain('207')
  await bia.say(code)
  expect(await hearText(bia)).not.toContain('✅')
  expect(await installation.rows(`select status from envelopes where name = 'CANCEL_ORDER'`)).toEqual([
    { status: 'accepted' },
  ])
  await ana.say('0')
  await hearText(ana)
})

test('failure 19: what the owner writes from the phone, to others or to this very number, is no request', async () => {
  await server.phone.say(ana, 'status of order 208')
  await server.phone.say({ ...server.phone, addressing: 'pn' }, 'status of order 208')
  await server.phone.say({ ...server.phone, addressing: 'lid' }, 'status of order 208')
  await expectSilence(server, [ana, bia])
  expect(await installation.rows(`select 1 from inbox where body::text like '%208%'`)).toEqual([])
})

test('failure 20: what can be chosen is numbered text, and a button of the same words is as good as the words', async () => {
  const replies: BotMessage[] = []
  const stopHearing = server.onMessage((message) => replies.push(message))
  await ana.say("what is the status of Pedro's order")
  expect(await hearText(ana)).toMatch(/1.*207[^]*2.*208/u)
  await ana.send({ buttonsResponseMessage: { selectedButtonId: 'b2', selectedDisplayText: '2' } })
  expect(await hearText(ana)).toContain('Order 208')
  stopHearing()
  for (const { raw } of replies)
    expect(Object.keys(raw)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(conversation|extendedTextMessage)$/u)]),
    )
})

test('failure 23: who is in a group is asked once, and a question too many costs no answer', async () => {
  const group = server.addGroup({ subject: 'Shop', members: [ana, bia] })
  server.refuseGroupQueries(1)
  const heard = []
  for (const order of [209, 210, 211, 213]) {
    await ana.say(`status of order ${order}`, { group, mentionsBot: true })
    heard.push(textOf(await server.nextIn(group, { matches: isNewText })))
  }
  expect(heard.map((text) => /Order (\d+)/u.exec(text)?.[1])).toEqual(['209', '210', '211', '213'])
  for (let n = 0; n < 2; n++) await server.event('group-asked', { timeoutMs: 1 })
  await expect(server.event('group-asked', { timeoutMs: 1 })).rejects.toThrow('Waited')
})
