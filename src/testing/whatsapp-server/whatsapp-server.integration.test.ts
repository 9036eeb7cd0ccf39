/** The server against a plain Baileys client in a process of its own. The tests follow one life of a bot, in order. */
import { randomBytes } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact } from './contact.ts'
import { startPlainClient, type PlainClient } from '../whatsapp/start-plain-client.ts'
import { startWhatsAppServer } from './start-whatsapp-server.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

let server: WhatsAppServer
let client: PlainClient
let ana: Contact
let bruno: Contact

beforeAll(async () => {
  server = await startWhatsAppServer()
  ana = server.addContact({ phone: '+5511990000001', name: 'Ana' })
  bruno = server.addContact({ phone: '+5511990000002', name: 'Bruno', addressing: 'lid' })
  client = startPlainClient(server)
})

afterAll(async () => {
  await client.stop()
  await server.close()
})

function textOf(message: proto.IMessage | null): string | null | undefined {
  return message?.conversation ?? message?.extendedTextMessage?.text
}

const heard = (id: string) => client.news('message', (news) => news.id === id)
const online = () => server.event('online')

test('a code that the server did not offer is refused; the one that it offered pairs, with a restart and the history', async () => {
  const { qr } = await client.news('qr')
  await expect(server.pair({ qr: qr.replace('#2@', '#2@forged') })).rejects.toThrow('not one of the client')
  await server.pair({ qr }, { history: [{ from: ana, id: 'OLD', text: 'cancel order 1', sentAt: new Date(0) }] })
  expect(await client.news('close')).toMatchObject({ code: 515 })
  await client.news('open')
  expect(client.untaken().filter((news) => news.kind === 'message' && !news.fromMe)).toEqual([])
})

test('text goes both ways, by phone number and by LID', async () => {
  const id = await ana.say('Cancel order 204')
  const first = await heard(id)
  expect(first).toMatchObject({ type: 'notify', jid: ana.pn, alt: ana.lid, fromMe: false })
  expect(textOf(first.message)).toBe('Cancel order 204')
  await client.order({ kind: 'send', jid: ana.pn, text: 'Which one?', quoted: id })
  expect(await ana.next()).toMatchObject({
    content: { kind: 'text', text: 'Which one?' },
    quoted: id,
    readers: [ana.phone],
    again: false,
  })

  const other = await bruno.say('Oi')
  expect(await heard(other)).toMatchObject({ jid: bruno.lid, alt: bruno.pn })
  await client.order({ kind: 'send', jid: bruno.lid, text: 'Olá' })
  expect(await bruno.next()).toMatchObject({ content: { kind: 'text', text: 'Olá' }, jid: bruno.lid })
})

test('quotes, reactions, edits, revocations and forwards arrive as what they are', async () => {
  await client.order({ kind: 'send', jid: ana.pn, text: 'Confirm?' })
  const question = await ana.next()
  const answer = (await heard(await ana.say('yes', { quoted: question.id }))).message?.extendedTextMessage
  expect(answer).toMatchObject({
    text: 'yes',
    contextInfo: { stanzaId: question.id, participant: server.phone.pn, quotedMessage: expect.anything() },
  })
  const reaction = (await heard(await ana.react(question.id, '👍'))).message?.reactionMessage
  expect(reaction).toMatchObject({ text: '👍', key: { id: question.id, fromMe: true } })

  const said = await ana.say('order 240')
  const edit = (await heard(await ana.edit(said, 'order 204'))).message?.editedMessage?.message?.protocolMessage
  expect(edit).toMatchObject({ type: 'MESSAGE_EDIT', key: { id: said }, editedMessage: { conversation: 'order 204' } })
  const revocation = (await heard(await ana.revoke(said))).message?.protocolMessage
  expect(revocation).toMatchObject({ type: 'REVOKE', key: { id: said } })
  const forwarded = (await heard(await ana.say('cancel all', { forwarded: true }))).message?.extendedTextMessage
  expect(forwarded?.contextInfo).toMatchObject({ isForwarded: true })
})

test("the bot's edits and reactions are read from the wire, and the same id again is marked", async () => {
  const said = await ana.say('run it')
  await heard(said)
  await client.order({ kind: 'react', jid: ana.pn, to: said, emoji: '✅' })
  expect((await ana.next()).content).toEqual({ kind: 'reaction', to: said, emoji: '✅' })
  await client.order({ kind: 'send', jid: ana.pn, text: 'Running', id: '3EB0AAAAAAAAAAAAAAAA01' })
  const progress = await ana.next()
  await client.order({ kind: 'edit', jid: ana.pn, of: progress.id, text: 'Done' })
  expect((await ana.next()).content).toEqual({ kind: 'edit', of: progress.id, text: 'Done' })
  await client.order({ kind: 'send', jid: ana.pn, text: 'Running', id: progress.id })
  expect(await ana.next()).toMatchObject({ id: progress.id, again: true })
})

test('files go both ways with the same bytes, and one that has expired is uploaded again', async () => {
  const bytes = randomBytes(20_000)
  const voice = await ana.sendVoice(bytes)
  expect((await heard(voice)).message?.audioMessage).toMatchObject({ ptt: true, seconds: 3 })
  await client.order({ kind: 'download', id: voice })
  expect((await client.news('downloaded')).base64).toBe(bytes.toString('base64'))

  const document = await ana.sendDocument(bytes, { filename: 'orders.csv', mimetype: 'text/csv', caption: 'these' })
  const received = (await heard(document)).message?.documentWithCaptionMessage?.message?.documentMessage
  expect(received).toMatchObject({ fileName: 'orders.csv', caption: 'these' })
  server.media.expire(received?.directPath ?? '')
  await client.order({ kind: 'download', id: document })
  expect((await client.news('downloaded')).base64).toBe(bytes.toString('base64'))
  expect(await server.event('reupload')).toMatchObject({ id: document })

  const image = await ana.sendImage(bytes, { caption: 'look' })
  expect((await heard(image)).message?.imageMessage).toMatchObject({ caption: 'look' })
  for (const as of ['image', 'document'] as const) {
    await client.order({ kind: 'send-file', jid: ana.pn, as, base64: bytes.toString('base64') })
    expect((await ana.next()).content).toMatchObject({ kind: 'media', media: as, bytes })
  }
})

test('what was sent while the bot was away comes as a backlog, once it is back', async () => {
  server.offline()
  expect(await client.news('close')).toMatchObject({ code: 428 })
  const missed = [await ana.say('one'), await bruno.say('two')]
  expect(server.undelivered()).toBe(2)
  server.online()
  for (const id of missed) expect(await heard(id)).toMatchObject({ type: 'append' })
  expect(await online()).toMatchObject({ queued: 2 })
  // Receipts follow what was heard on a way of their own.
  await expect.poll(() => server.undelivered()).toBe(0)
})

test('a redelivery has the same id and a new ciphertext, which the bot reads again', async () => {
  const id = await ana.say('once')
  await heard(id)
  await server.redeliver(id)
  expect(textOf((await heard(id)).message)).toBe('once')
})

test('what the bot cannot read it asks for again, and then reads', async () => {
  const [user] = bruno.lid.split('@')
  await client.order({ kind: 'forget-session', jid: `${user}` })
  const id = await bruno.say('again?')
  expect(await heard(id)).toMatchObject({ message: null })
  expect(await server.event('retry', { matches: (event) => event.id === id })).toMatchObject({ count: 1 })
  expect(textOf((await heard(id)).message)).toBe('again?')
})

test('what a phone cannot read the bot sends again', async () => {
  // The first message after a connection opens a session, which any phone can read.
  await client.order({ kind: 'send', jid: ana.pn, text: 'Hello' })
  await ana.next()
  await heard(await ana.say('Hello'))
  ana.forgetSessions()
  await client.order({ kind: 'send', jid: ana.pn, text: 'Can you read this?' })
  expect(await server.event('unreadable')).toMatchObject({ by: ana.phone })
  expect((await ana.next()).content).toEqual({ kind: 'text', text: 'Can you read this?' })
})

test('a phone says that it has read, and asks again for what it has', async () => {
  server.delay(200)
  await client.order({ kind: 'send', jid: ana.pn, text: 'Read this', id: 'READ' })
  const message = await ana.next()
  // A phone has what it reads; what comes the other way round the library may tell of as one, by the last of both.
  await client.news('status', ({ id, status }) => id === 'READ' && status === 3)
  ana.read(message)
  await client.news('status', ({ id, status }) => id === 'READ' && status === 4)
  server.delay(0)
  ana.askAgain(message)
  expect(await ana.next()).toMatchObject({ id: 'READ', again: true, content: { kind: 'text', text: 'Read this' } })
})

test('a message is refused, lost, or never acknowledged on command', async () => {
  const send = (id: string) => client.order({ kind: 'send', jid: ana.pn, text: id, id })
  server.trouble({ kind: 'nack', code: 479 }, { kind: 'silent' })
  await send('REFUSED')
  expect(await client.news('ack', ({ id }) => id === 'REFUSED')).toMatchObject({ error: '479' })
  await send('SILENT')
  expect((await ana.next()).content).toEqual({ kind: 'text', text: 'SILENT' })
  server.mute(true)
  await send('MUTE')
  expect((await ana.next()).content).toEqual({ kind: 'text', text: 'MUTE' })
  server.mute(false)
  await send('HEARD')
  await ana.next()
  expect(await client.news('ack', ({ id }) => id === 'HEARD')).toMatchObject({ error: null })
  const unanswered = client.untaken().filter((news) => news.kind === 'ack' && /SILENT|MUTE/u.test(news.id))
  expect(unanswered).toEqual([])

  server.trouble({ kind: 'cut', delivered: true })
  await client.order({ kind: 'send', jid: ana.pn, text: 'delivered' })
  expect(await client.news('close')).toMatchObject({ code: 428 })
  expect((await ana.next()).content).toEqual({ kind: 'text', text: 'delivered' })
  await online()

  server.trouble({ kind: 'cut', delivered: false })
  await client.order({ kind: 'send', jid: ana.pn, text: 'lost' })
  expect(await client.news('close')).toMatchObject({ code: 428 })
  await online()
  expect(server.untaken()).toEqual([])
})

test('stream errors, refused logins and a cut line end the connection with their codes', async () => {
  for (const code of [503, 515]) {
    server.streamError(code)
    expect(await client.news('close')).toMatchObject({ code })
    await online()
  }
  server.drop()
  expect(await client.news('close')).toMatchObject({ code: 428 })
  await online()
  server.refuseLogins(405, 1)
  server.drop()
  expect(await client.news('close')).toMatchObject({ code: 428 })
  expect(await client.news('close')).toMatchObject({ code: 405 })
  await online()
})

test('a group speaks to the bot with mentions, and hears it', async () => {
  const group = server.addGroup({ subject: 'Shop', members: [ana, bruno] })
  const asked = await ana.say('@bot status', { group, mentionsBot: true })
  const received = await heard(asked)
  expect(received).toMatchObject({ jid: group.jid, participant: ana.lid, alt: ana.pn })
  expect(received.message?.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([server.phone.lid])
  const second = await bruno.say('me too', { group, quoted: asked })
  expect((await heard(second)).message?.extendedTextMessage?.contextInfo).toMatchObject({ participant: ana.lid })

  for (const text of ['All is well', 'Still']) {
    await client.order({ kind: 'send', jid: group.jid, text })
    expect(await server.nextIn(group)).toMatchObject({
      content: { kind: 'text', text },
      readers: [ana.phone, bruno.phone],
    })
  }
  await client.order({ kind: 'react', jid: group.jid, to: second, emoji: '✅' })
  expect((await server.nextIn(group)).content).toEqual({ kind: 'reaction', to: second, emoji: '✅' })

  const carla = server.addContact({ phone: '+5511990000003', name: 'Carla' })
  const grown = server.addMember(group, carla)
  await heard(await carla.say('I am new', { group: grown }))
  await client.order({ kind: 'send', jid: group.jid, text: 'Welcome' })
  expect((await server.nextIn(group)).readers).toEqual([ana.phone, bruno.phone, carla.phone])
})

test("what the owner writes on the phone comes as the bot's own", async () => {
  const own = await server.phone.say(ana, 'I take this one')
  expect(await heard(own)).toMatchObject({ fromMe: true, jid: ana.pn })
})

test('twenty people say five things each, and hear an answer to every one', async () => {
  const people = Array.from({ length: 20 }, (_, index) =>
    server.addContact({
      phone: `+55119900001${String(index).padStart(2, '0')}`,
      name: `Person ${index}`,
      addressing: index % 2 === 0 ? 'pn' : 'lid',
    }),
  )
  const jids = new Set(people.map(({ addressing, lid, pn }) => (addressing === 'lid' ? lid : pn)))
  await Promise.all(
    people.map(async (person) => {
      for (const text of ['1', '2', '3', '4', '5']) await person.say(text)
    }),
  )
  for (let count = 0; count < 100; count += 1) {
    const { jid, message } = await client.news('message', ({ jid: from, fromMe }) => !fromMe && jids.has(from))
    await client.order({ kind: 'send', jid, text: `ok ${textOf(message)}` })
  }
  for (const person of people) {
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push((await person.next()).content)
    expect(answers).toEqual(['1', '2', '3', '4', '5'].map((text) => ({ kind: 'text', text: `ok ${text}` })))
  }
})

test('a slow network delays what the server sends', async () => {
  server.delay(150)
  const begin = Date.now()
  await heard(await ana.say('slow'))
  expect(Date.now() - begin).toBeGreaterThanOrEqual(145)
  server.delay(0)
})

test('an unlinked bot is let in no more', async () => {
  server.unlink()
  expect(await client.news('close')).toMatchObject({ code: 401 })
  await expect(ana.say('hello?')).rejects.toThrow('not linked')
  expect(server.untaken()).toEqual([])
})

test('a wrong code links nothing; the right one links another device of the same number', async () => {
  const other = startPlainClient(server, { pairByCode: '15550001111' })
  try {
    const { code } = await other.news('code')
    const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    await expect(server.pair({ code: wrong })).rejects.toThrow('unable to authenticate')
    await server.pair({ code: `${code.slice(0, 4)}-${code.slice(4)}` })
    expect(await other.news('close')).toMatchObject({ code: 515 })
    await other.news('open')
    const id = await ana.say('Are you new?')
    expect(textOf((await other.news('message', (news) => news.id === id)).message)).toBe('Are you new?')
    await other.order({ kind: 'send', jid: ana.pn, text: 'Yes' })
    expect((await ana.next()).content).toEqual({ kind: 'text', text: 'Yes' })
  } finally {
    await other.stop()
  }
})
