import { createHash, randomUUID } from 'node:crypto'
import { encodeWAMessage, proto, type BinaryNode } from '@whiskeysockets/baileys'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecrets } from '../../../ledger/secrets/secrets.ts'
import { admitMessage, admitting, type Receiving } from '../../../ledger/talk/inbox.ts'
import { takeWhatsAppLease, whatsappAccount, type WhatsAppLease } from '../../../ledger/whatsapp/whatsapp-lease.ts'
import { sealInbound, whatsAppInboundOf } from '../../../ledger/whatsapp/whatsapp-inbound.ts'
import { storeWhatsAppKeys } from '../../../ledger/whatsapp/whatsapp-keys.ts'
import { addressOf, forgetContact } from '../../../ledger/whatsapp/whatsapp-contacts.ts'
import { noteSending } from '../../../ledger/whatsapp/whatsapp-sent.ts'
import { changePeople } from '../../../testing/installations/change-people.ts'
import { createTestLedger, type TestLedger } from '../../../testing/installations/test-ledger.ts'
import type { Message } from '../../message.ts'
import { createInbound, type Inbound, type InboundDeps } from './inbound.ts'
import { createKnownSenders } from './known-senders.ts'

const account = whatsappAccount
const self = { jid: '15550001111:3@s.whatsapp.net', lid: '90000000000001:3@lid' }

let house: TestLedger
let lease: WhatsAppLease
let received: Message[]
let troubles: unknown[]

beforeEach(async () => {
  house = await createTestLedger()
  const taken = await takeWhatsAppLease(house.ledger.db, { account, owner: 'test', ttlMs: 60_000 })
  if (taken === null) throw new Error('The lease of a fresh ledger is free')
  lease = taken
  received = []
  troubles = []
})

afterEach(() => house.close())

type Changes = Partial<InboundDeps> & { readonly numberOfLid?: (jid: string) => Promise<string | null> }

function open({ numberOfLid = async () => null, ...changes }: Changes = {}): Inbound {
  return createInbound({
    db: house.ledger.db,
    secrets: house.secrets,
    account,
    senders: createKnownSenders({ db: house.ledger.db, account, numberOfLid }),
    self: () => self,
    receive: async (message) => void received.push(message),
    receiving: () => null,
    store: (message) => storeWhatsAppKeys(house.ledger.db, house.secrets, lease, { keys: [], inbound: [message] }),
    onStored: () => undefined,
    onTrouble: (error) => troubles.push(error),
    ...changes,
  })
}

/** As it comes off the wire, decrypted and stored with its keys. */
async function deliver(
  inbound: Inbound,
  attrs: Record<string, string>,
  message: proto.IMessage | Uint8Array,
): Promise<void> {
  const ciphertext = Buffer.from(randomUUID())
  const digest = createHash('sha256').update(ciphertext).digest()
  const node: BinaryNode = {
    tag: 'message',
    attrs: { id: 'A1', t: '1790000000', type: 'text', ...attrs },
    content: [{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: ciphertext }],
  }
  const plaintext = message instanceof Uint8Array ? Buffer.from([...message, 1]) : encodeWAMessage(message)
  inbound.seen(node)
  const { stored, take } = await inbound.journal.record(digest, node, plaintext)
  await storeWhatsAppKeys(house.ledger.db, house.secrets, lease, { keys: [], inbound: [stored] })
  await take()
  inbound.journal.over(ciphertext)
}

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type
const help = { conversation: 'help' }
const ourPhone = '15550001111@s.whatsapp.net'
const ana = '5511990000001@s.whatsapp.net'
const eve = '5511990000006@s.whatsapp.net'
const group = '120363000000001@g.us'
const senders = () => received.map(({ from }) => from)

test('failure 17: a number and its LID are one person, whichever of them a message comes under', async () => {
  const inbound = open({ numberOfLid: async () => '5511990000001@s.whatsapp.net' })
  await deliver(inbound, { from: '5511990000001@s.whatsapp.net' }, help)
  await deliver(inbound, { from: '91@lid', sender_pn: '5511990000001@s.whatsapp.net', addressing_mode: 'lid' }, help)
  await deliver(inbound, { from: '91@lid', addressing_mode: 'lid' }, help)
  expect(senders()).toEqual(['+5511990000001', '+5511990000001', '+5511990000001'])
  // Answered where they wrote last.
  expect(await addressOf(house.ledger.db, account, '+5511990000001')).toBe('91@lid')
})

test('failure 17: a LID whose number nobody knows is nobody with a number, but is heard', async () => {
  await deliver(open(), { from: '91@lid', addressing_mode: 'lid' }, help)
  expect(senders()).toEqual(['lid:91'])
})

const enrol = (phone: string) =>
  changePeople(
    { db: house.ledger.db, secrets: house.secrets },
    `insert into people (phone, name, roles, language, time_zone, source) values ($1, 'Rui', '{}', 'pt-BR', 'UTC', 'test')`,
    [phone],
  )

test('failure 17: a Brazilian line is the person who is known under it, with or without the ninth digit', async () => {
  await enrol('+5511988887777')
  await enrol('+552177776666')
  const inbound = open()
  for (const user of ['551188887777', '5511988887777', '552177776666', '5521977776666', '551166665555'])
    await deliver(inbound, { from: `${user}@s.whatsapp.net`, id: user }, help)
  expect(senders()).toEqual(['+5511988887777', '+5511988887777', '+552177776666', '+552177776666', '+5511966665555'])
})

test('a Mexican or an Argentine is the person who is known under either number of their line', async () => {
  await enrol('+5215512345678')
  await enrol('+541123456789')
  const inbound = open()
  for (const user of ['5215512345678', '525512345678', '5491123456789', '541123456789', '5213312345678'])
    await deliver(inbound, { from: `${user}@s.whatsapp.net`, id: user }, help)
  const known = ['+5215512345678', '+5215512345678', '+541123456789', '+541123456789']
  expect(senders()).toEqual([...known, '+523312345678'])
})

test('failure 7: what never reached the inbox is taken up again, once, and its words are kept no longer', async () => {
  const broken = open({ receive: async () => Promise.reject(new Error('The ledger is away')) })
  await deliver(broken, { from: '5511990000001@s.whatsapp.net' }, help)
  expect(troubles).toHaveLength(1)
  await open({ self: () => self }).replay()
  await open().replay()
  expect(received).toMatchObject([{ id: 'A1', content: { kind: 'text', text: 'help' } }])
  const { rows } = await house.database.pool.query('select content from whatsapp_inbound where done_at is not null')
  expect(rows).toEqual([{ content: null }])
})

/** As the bot takes messages that are stored with their keys. */
const receivingInto =
  (heard: string[], secrets = house.secrets) =>
  (message: Message) => {
    const { statement, admissionOf } = admitting(house.ledger.db, secrets, message, new Date())
    return {
      statement,
      onStored: (rows: readonly unknown[]) => {
        const { kind } = admissionOf(rows)
        heard.push(`${kind} ${message.id}`)
      },
    }
  }

const inboxOf = async () => {
  const { rows } = await house.database.pool.query<{ message_id: string }>('select message_id from inbox order by seq')
  return rows.map(({ message_id: id }) => id)
}

const inboundRows = async () => {
  const columns = 'sender, content is not null as kept, done_at is not null as done'
  return (await house.database.pool.query(`select ${columns} from whatsapp_inbound order by seq`)).rows as unknown[]
}

test('a message gets into the inbox in the transaction that stores its keys', async () => {
  const heard: string[] = []
  const inbound = open({ receiving: receivingInto(heard), onStored: ({ id }) => heard.push(`stored ${id}`) })
  await deliver(inbound, { from: ana }, help)
  await deliver(inbound, { from: ana }, help)
  expect(heard).toEqual(['new A1', 'stored A1', 'unfinished A1', 'stored A1'])
  expect([received, await inboxOf()]).toEqual([[], ['A1']])
  const done = { sender: '+5511990000001', kept: false, done: true }
  expect(await inboundRows()).toEqual([done, done])
})

const refused = (): Receiving => ({
  statement: sql`select 1 / 0`.compile(house.ledger.db),
  onStored: () => expect.fail('Nothing was stored'),
})
const isFull = async () => Promise.reject(new Error('The inbox is full'))

test('what the inbox does not take is stored with its keys all the same, and taken up later', async () => {
  await deliver(open({ receiving: refused, receive: isFull }), { from: ana }, help)
  expect(await inboundRows()).toEqual([{ sender: null, kept: true, done: false }])
  await open().replay()
  expect(received).toMatchObject([{ id: 'A1', content: { text: 'help' } }])
})

const unstorable = () => {
  throw new TypeError('This cannot be stored')
}

test('what cannot be made ready for the inbox is no reason to lose its words', async () => {
  await deliver(open({ receiving: unstorable }), { from: ana }, help)
  expect(received).toMatchObject([{ id: 'A1', content: { text: 'help' } }])
})

test('whoever has lost the number gets nothing into the inbox', async () => {
  const heard: string[] = []
  const inbound = open({ receiving: receivingInto(heard) })
  await house.database.pool.query('update whatsapp_accounts set epoch = epoch + 1')
  await expect(deliver(inbound, { from: ana }, help)).rejects.toMatchObject({ code: 'fenced' })
  expect([heard, received, await inboxOf(), await inboundRows()]).toEqual([[], [], [], []])
})

test('a message counts as stored when it is, and one that could not be stored never does', async () => {
  const seen: string[] = []
  const receive = async () => {
    await Promise.resolve()
    seen.push('received')
  }
  await deliver(open({ receive, onStored: () => seen.push('stored') }), { from: '5511990000001@s.whatsapp.net' }, help)
  expect(seen).toEqual(['received', 'stored'])
  const broken = open({
    receive: async () => Promise.reject(new Error('The ledger is away')),
    onStored: () => seen.push('stored again'),
  })
  await deliver(broken, { from: '5511990000001@s.whatsapp.net', id: 'A2' }, help)
  expect(seen).toEqual(['received', 'stored'])
})

/** The phone's answer to a question, as a message of this address. */
function phoneAnswer(from: string, wanted: proto.IWebMessageInfo): readonly [Record<string, string>, proto.IMessage] {
  const webMessageInfoBytes = proto.WebMessageInfo.encode(wanted).finish()
  const peerDataOperationRequestResponseMessage = {
    stanzaId: 'Q1',
    peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
  }
  const type = proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE
  return [{ from, id: 'P1' }, { protocolMessage: { type, peerDataOperationRequestResponseMessage } }]
}

const undecrypted = (id: string, attrs: Record<string, string> = {}): BinaryNode => ({
  tag: 'message',
  attrs: { id, from: ana, t: '1790000000', type: 'text', ...attrs },
  content: [{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: Buffer.from(id) }],
})

const said = (id: string, text: string, key: proto.IMessageKey = {}): proto.IWebMessageInfo => ({
  key: { id, remoteJid: ana, fromMe: false, ...key },
  message: { conversation: text },
})

test('what the phone gives for a message that is missing is said by whom its stanza named, once', async () => {
  const inbound = open()
  inbound.journal.failed(undecrypted('A9'))
  await deliver(inbound, ...phoneAnswer('15550001111@s.whatsapp.net', said('A9', 'help')))
  await deliver(inbound, ...phoneAnswer('15550001111@s.whatsapp.net', said('A9', 'help')))
  expect(received).toMatchObject([{ id: 'A9', from: '+5511990000001', content: { text: 'help' } }])
  expect(troubles).toEqual([])
})

test('failure 1: nobody puts words into a mouth: neither as somebody else’s phone, nor for a message that is not missing', async () => {
  const inbound = open()
  inbound.journal.failed(undecrypted('A9'))
  await deliver(inbound, ...phoneAnswer('5511990000005@s.whatsapp.net', said('A9', 'cancel order 204')))
  await deliver(inbound, ...phoneAnswer('15550001111@s.whatsapp.net', said('A8', 'cancel order 204')))
  expect(received).toEqual([])
  inbound.stop()
})

test('failure 1: what somebody else sends under the id of a message that is missing is not that message', async () => {
  const inbound = open()
  inbound.journal.failed(undecrypted('A9'))
  await deliver(inbound, { from: eve, id: 'A9' }, help)
  inbound.journal.failed(undecrypted('A8', { from: eve }))
  inbound.journal.failed(undecrypted('A8'))
  await deliver(inbound, ...phoneAnswer(ourPhone, said('A8', 'cancel order 204', { remoteJid: eve })))
  await deliver(inbound, ...phoneAnswer(ourPhone, said('A9', 'cancel order 205')))
  inbound.stop()
  expect(received.map(({ id, from, content }) => [id, from, content])).toEqual([
    ['A9', '+5511990000006', { kind: 'text', text: 'help' }],
    ['A8', '+5511990000006', { kind: 'text', text: 'cancel order 204' }],
    ['A9', '+5511990000001', { kind: 'text', text: 'cancel order 205' }],
  ])
})

test('failure 1: what the phone gives of another chat or person than the stanza named is nobody’s word', async () => {
  const inbound = open()
  inbound.journal.failed(undecrypted('A9'))
  inbound.journal.failed(undecrypted('G9', { from: group, participant: ana }))
  const others = [
    said('A9', 'cancel order 204', { remoteJid: eve }),
    said('A9', 'cancel order 204', { remoteJid: group, participant: ana }),
    said('A9', 'cancel order 204', { fromMe: true }),
    said('G9', 'cancel order 204'),
    said('G9', 'cancel order 204', { remoteJid: group }),
    said('G9', 'cancel order 204', { remoteJid: group, participant: eve }),
    said('G9', 'cancel order 204', { remoteJid: '120363000000002@g.us', participant: ana }),
  ]
  for (const other of others) await deliver(inbound, ...phoneAnswer(ourPhone, other))
  expect(received).toEqual([])
  await deliver(inbound, ...phoneAnswer(ourPhone, said('G9', 'help', { remoteJid: group, participant: ana })))
  expect(received).toMatchObject([{ id: 'G9', from: '+5511990000001', group: '120363000000001' }])
  inbound.stop()
  expect(troubles).toEqual([])
})

test('what the phone gives is the message also when it calls the person by the other address', async () => {
  const inbound = open({ numberOfLid: async (jid) => (jid === '91@lid' ? ana : null) })
  inbound.journal.failed(undecrypted('A9'))
  inbound.journal.failed(undecrypted('A8', { from: '92@lid', sender_pn: eve, addressing_mode: 'lid' }))
  await deliver(inbound, ...phoneAnswer(ourPhone, said('A9', 'help', { remoteJid: '91@lid' })))
  await deliver(inbound, ...phoneAnswer(ourPhone, said('A8', 'help', { remoteJid: '92@lid' })))
  expect(received).toMatchObject([
    { id: 'A9', from: '+5511990000001' },
    { id: 'A8', from: '+5511990000006' },
  ])
})

test('failure 15: who sends under the id of a message that is missing does not keep its sender from being asked', async () => {
  const inbound = open()
  await deliver(inbound, { from: eve, id: 'A7' }, help)
  for (let n = 0; n < 6; n++) inbound.journal.failed(undecrypted('A7'))
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]).toMatchObject({ content: { kind: 'unreadable' }, from: '+5511990000001' })
})

test('failure 15: one that was read under another ciphertext is not asked for', async () => {
  const inbound = open()
  await deliver(inbound, { from: '5511990000001@s.whatsapp.net', id: 'A7' }, help)
  for (let n = 0; n < 6; n++) inbound.journal.failed(undecrypted('A7'))
  for (let n = 0; n < 6; n++) inbound.journal.failed(undecrypted('A6'))
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]).toMatchObject({ id: 'A6/unreadable', content: { kind: 'unreadable' }, from: '+5511990000001' })
})

test('a message of a kind that the library does not know is named to whoever sent it, one with nothing in it is not', async () => {
  const inbound = open()
  // Field 9999, with a text in it.
  const newer = Buffer.from([0xfa, 0xf0, 0x04, 0x04, ...Buffer.from('help')])
  const context = proto.Message.encode({ messageContextInfo: { messageSecret: Buffer.alloc(32) } }).finish()
  await deliver(inbound, { from: ana, id: 'A1' }, newer)
  await deliver(inbound, { from: ana, id: 'A2' }, Buffer.concat([context, newer]))
  await deliver(inbound, { from: ana, id: 'A3' }, context)
  await deliver(inbound, { from: ana, id: 'A4' }, Buffer.concat([proto.Message.encode(help).finish(), newer]))
  const other = { kind: 'unreadable', what: 'other' }
  expect(received).toMatchObject([
    { id: 'A1', content: other },
    { id: 'A2', content: other },
    { id: 'A4', content: { kind: 'text', text: 'help' } },
  ])
  expect(troubles).toEqual([])
})

test('what is viewed once and kept from this device is named to whoever sent it, at once, and not asked for again', async () => {
  const inbound = open()
  const keptBack = (id: string, type: string, attrs: Record<string, string> = {}): BinaryNode => ({
    tag: 'message',
    attrs: { id, from: ana, t: '1790000000', ...attrs },
    content: [{ tag: 'unavailable', attrs: { type } }],
  })
  inbound.seen(keptBack('A1', 'view_once', { from: group, participant: ana }))
  // What was said to WhatsApp's own assistant.
  for (let n = 0; n < 6; n++) inbound.seen(keptBack('A2', 'bot_unavailable_fanout'))
  inbound.seen(keptBack('A3', 'view_once'))
  inbound.seen(keptBack('A4', 'view_once_unavailable_fanout', { from: eve }))
  await expect.poll(() => received.length).toBe(2)
  expect(received.toSorted((one, other) => one.id.localeCompare(other.id))).toMatchObject([
    { id: 'A3', from: '+5511990000001', content: { kind: 'unreadable', what: 'view_once' } },
    { id: 'A4', from: '+5511990000006', content: { kind: 'unreadable', what: 'view_once' } },
  ])
  inbound.stop()
  expect(troubles).toEqual([])
})

test('what a message quotes or reacts to is the reply, not its id on the wire', async () => {
  await noteSending(house.ledger.db, house.secrets, {
    account,
    messageId: '3EB01',
    replyId: 'S1',
    part: 0,
    media: null,
    recipient: '+5511990000001',
  })
  const inbound = open()
  const from = '5511990000001@s.whatsapp.net'
  await deliver(
    inbound,
    { from, id: 'A1' },
    { extendedTextMessage: { text: 'yes', contextInfo: { stanzaId: '3EB01' } } },
  )
  await deliver(inbound, { from, id: 'A2' }, { reactionMessage: { key: { id: '3EB01' }, text: '👍' } })
  expect(received).toMatchObject([{ quoted: 'S1' }, { content: { kind: 'reaction', to: 'S1' } }])
})

const longId = Buffer.alloc(3000, 'a message that nobody sent').toString('base64')

test.each<[string, Record<string, string>, proto.IMessage, object]>([
  [
    'quotes',
    {},
    { extendedTextMessage: { text: 'yes', contextInfo: { stanzaId: 'x\0' } } },
    { content: { text: 'yes' } },
  ],
  ['reacts to', {}, { reactionMessage: { key: { id: '\0' }, text: '👍' } }, { content: { kind: 'reaction' } }],
  ['deletes', {}, { protocolMessage: { type: REVOKE, key: { id: longId } } }, { content: { kind: 'revoke' } }],
  [
    'edits',
    {},
    { protocolMessage: { type: MESSAGE_EDIT, key: { id: '\ud800' }, editedMessage: help } },
    { content: { kind: 'edit', text: 'help' } },
  ],
  ['has', { id: longId }, help, { content: { text: 'help' } }],
])('a message that %s what is no id of a message is in the inbox as any other', async (_what, attrs, sent, wanted) => {
  const admitted: Message[] = []
  const receive: InboundDeps['receive'] = async (message) => {
    await admitMessage(house.ledger.db, house.secrets, message, new Date())
    admitted.push(message)
  }
  await deliver(open({ receive }), { from: ana, ...attrs }, sent)
  expect(troubles).toEqual([])
  expect(admitted).toMatchObject([wanted])
  expect(await inboxOf()).toEqual([admitted[0]?.id])
  expect(await inboundRows()).toMatchObject([{ done: true }])
})

test('what can never be taken is given up in the end, and whoever wrote it in private is asked to send it again', async () => {
  const inbound = open()
  await deliver(inbound, { from: ana }, Uint8Array.of(0xff))
  for (let n = 0; n < 20; n++) await inbound.replay()
  expect(await inboundRows()).toEqual([{ sender: null, kept: true, done: true }])
  expect(received).toMatchObject([{ from: '+5511990000001', content: { kind: 'unreadable' } }])
  expect(troubles.length).toBeLessThan(20)
})

test('what people choose of a stanza comes back as it was', async () => {
  const attrs = { from: ana, id: '1_2:3@lid', notify: '@' }
  await deliver(open({ receive: isFull }), attrs, help)
  await open().replay()
  expect(received).toMatchObject([{ id: '1_2:3@lid', content: { text: 'help' } }])
  expect(troubles).toEqual([new Error('The inbox is full')])
})

test('what an earlier version kept and nobody can open is done with, and what stands behind it is taken up', async () => {
  await deliver(open({ receive: isFull }), { from: eve, id: 'E1' }, help)
  await deliver(open({ receive: isFull }), { from: ana }, help)
  const { db, pool } = house.ledger
  const { rows } = await pool.query<{ digest: Buffer }>('select digest from whatsapp_inbound order by seq limit 1')
  const digest = rows[0]?.digest ?? Buffer.alloc(0)
  const content = JSON.stringify({ node: Buffer.from('no stanza').toString('base64'), plaintext: '' })
  await db
    .updateTable('whatsapp_inbound')
    .set({ content: sealInbound(house.secrets, account, digest, content) })
    .where('digest', '=', digest)
    .execute()
  await open().replay()
  expect(senders()).toEqual(['+5511990000001'])
  expect(await inboundRows()).toMatchObject([{ done: true }, { done: true }])
})

test('what was sealed under another secret is done with and told once, and what stands behind it is taken up', async () => {
  await deliver(open({ receive: isFull }), { from: eve, id: 'E1' }, help)
  await deliver(open({ receive: isFull }), { from: ana }, help)
  troubles = []
  const others = createSecrets('another secret that is also long enough')
  const { rows } = await house.ledger.pool.query<{ digest: Buffer }>('select digest from whatsapp_inbound order by seq')
  const digest = rows[0]?.digest ?? Buffer.alloc(0)
  await house.ledger.db
    .updateTable('whatsapp_inbound')
    .set({ content: sealInbound(others, account, digest, 'sealed') })
    .where('digest', '=', digest)
    .execute()
  for (let n = 0; n < 3; n++) await open().replay()
  expect(senders()).toEqual(['+5511990000001'])
  expect(await inboundRows()).toMatchObject([{ done: true }, { done: true }])
  expect(troubles).toEqual([expect.objectContaining({ code: 'whatsapp_unusable' })])
})

test('what Postgres does not take for now is tried for as long as that lasts', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const inbound = open({ receive: async () => Promise.reject(full) })
  await deliver(inbound, { from: ana }, help)
  for (let n = 0; n < 20; n++) await inbound.replay()
  await open().replay()
  expect(received).toMatchObject([{ id: 'A1', content: { text: 'help' } }])
})

test('of somebody who is forgotten neither address nor file stays', async () => {
  const from = '5511990000001@s.whatsapp.net'
  await deliver(open(), { from }, { documentMessage: { fileName: 'a.csv' } })
  const kept = () => whatsAppInboundOf(house.ledger.db, house.secrets, account, 'A1')
  expect(await kept()).not.toBeNull()
  await forgetContact(house.ledger.db, ['+5511990000001'])
  expect(await kept()).toBeNull()
  expect(await addressOf(house.ledger.db, account, '+5511990000001')).toBeNull()
})

test('failure 19: our own messages, from whatever device of ours, are not heard', async () => {
  const inbound = open()
  await deliver(inbound, { from: '15550001111@s.whatsapp.net' }, help)
  await deliver(inbound, { from: '90000000000001@lid' }, help)
  await deliver(
    inbound,
    { from: '15550001111@s.whatsapp.net', recipient: '5511990000001@s.whatsapp.net' },
    { deviceSentMessage: { destinationJid: '5511990000001@s.whatsapp.net', message: help } },
  )
  expect(received).toEqual([])
  expect(troubles).toEqual([])
})

test('a handler that is dead shows: nothing is dealt with although something waits', async () => {
  const inbound = open()
  expect(inbound.stuckForMs()).toBe(0)
  const content = Buffer.from('never handled')
  inbound.seen({ tag: 'message', attrs: { id: 'A1' }, content: [{ tag: 'enc', attrs: { type: 'msg' }, content }] })
  await expect.poll(() => inbound.stuckForMs()).toBeGreaterThan(20)
  inbound.journal.over(content)
  expect(inbound.stuckForMs()).toBe(0)
})

test('what one connection did not come to when it ended holds up none after it', async () => {
  const inbound = open()
  const content = Buffer.from('cut off')
  inbound.seen({ tag: 'message', attrs: { id: 'A1' }, content: [{ tag: 'enc', attrs: { type: 'msg' }, content }] })
  await expect.poll(() => inbound.stuckForMs()).toBeGreaterThan(20)
  inbound.onClosed()
  expect(inbound.stuckForMs()).toBe(0)
})

test('who has lost the number stores nothing', async () => {
  await house.database.pool.query(`update whatsapp_accounts set until = now() - interval '1 second'`)
  const next = await takeWhatsAppLease(house.ledger.db, { account, owner: 'another', ttlMs: 60_000 })
  expect(next?.epoch).not.toBe(lease.epoch)
  await expect(deliver(open(), { from: '5511990000001@s.whatsapp.net' }, help)).rejects.toMatchObject({
    code: 'fenced',
  })
  expect(received).toEqual([])
})

test('what is taken up again goes on behind what cannot be, however much of that there is', async () => {
  let isBroken = true
  const receive: InboundDeps['receive'] = async (message) => {
    if (isBroken || message.from !== '+5511990000001') throw new Error('not storable')
    received.push(message)
  }
  const inbound = open({ receive })
  for (let n = 0; n < 105; n++) await deliver(inbound, { id: `E${n}`, from: eve }, help)
  await deliver(inbound, { id: 'A1', from: ana }, help)
  expect(received).toEqual([])
  isBroken = false
  await open({ receive }).replay()
  expect(senders()).toEqual(['+5511990000001'])
})
