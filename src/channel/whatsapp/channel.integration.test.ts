/** The channel by itself, over the real protocol: what it hands over, and what it does with replies. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_CONNECTION_CONFIG, normalizeMessageContent } from '@whiskeysockets/baileys'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TerminalError } from '../../errors.ts'
import { whatsAppInboundOf } from '../../ledger/whatsapp/whatsapp-inbound.ts'
import { releaseWhatsAppLease, takeWhatsAppLease, whatsappAccount } from '../../ledger/whatsapp/whatsapp-lease.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { textOf } from '../../testing/whatsapp/whatsapp-bot.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { BotMessage } from '../../testing/whatsapp-server/network.ts'
import { startWhatsAppServer } from '../../testing/whatsapp-server/start-whatsapp-server.ts'
import type { Channel, FetchedFile, OutboundReply } from '../channel.ts'
import type { Message } from '../message.ts'
import type { Reply } from '../reply.ts'
import { keptArrival } from './inbound/kept-arrival.ts'
import type { ServedWhatsApp } from './serve-whatsapp.ts'
import { watchLimits } from './watch-limits.ts'
import type { WhatsAppNews } from './whatsapp-news.ts'

let server: Awaited<ReturnType<typeof startWhatsAppServer>>
let house: TestLedger
let dir: string
let served: ServedWhatsApp | undefined
let channel: Channel
let ana: Contact
let replies = 0
const received: Message[] = []

beforeAll(async () => {
  server = await startWhatsAppServer()
  for (const [name, value] of Object.entries(server.preloadEnv)) process.env[name] = value
  await import('../../testing/whatsapp-server/preload.ts')
  const [{ pairNumber }, { serveWhatsApp }] = await Promise.all([
    import('./pair-number.ts'),
    import('./serve-whatsapp.ts'),
  ])
  house = await createTestLedger()
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-channel-'))
  ana = server.addContact({ phone: '+5511990000001', name: 'Ana' })
  const place = { db: house.ledger.db, secrets: house.secrets }
  const lease = await takeWhatsAppLease(place.db, { account: whatsappAccount, owner: 'test', ttlMs: 60_000 })
  if (lease === null) throw new Error('The lease of a fresh ledger is free')
  const paired = await pairNumber(place, lease, {
    phone: null,
    show: (step) => {
      if (step.kind === 'qr') void server.pair({ qr: step.qr }, { history: null })
    },
    signal: AbortSignal.timeout(60_000),
  })
  if (paired !== server.phone.phone) throw new Error(`Paired ${paired}`)
  await releaseWhatsAppLease(place.db, lease)
  const connected = Promise.withResolvers<WhatsAppNews>()
  const { promise: open, resolve } = Promise.withResolvers<Channel>()
  served = serveWhatsApp({
    ...place,
    account: whatsappAccount,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    openDesk: async (opened) => {
      resolve(opened)
      return {
        receive: async (message) => void received.push(message),
        receiving: () => null,
        stop: async () => undefined,
      }
    },
    tell: connected.resolve,
  })
  channel = await open
  await connected.promise
})

afterAll(async () => {
  await served?.stop()
  await server.close()
  await house.close()
  await rm(dir, { recursive: true, force: true })
  for (const name of Object.keys(server.preloadEnv)) delete process.env[name]
})

const heard = async (id: string) => {
  await expect.poll(() => received.some((each) => each.id === id)).toBe(true)
  return received.find((each) => each.id === id)
}

/** The file behind a handle; `null` when there is none. */
async function fetched(handle: string): Promise<FetchedFile | null> {
  const file = (await channel.fetchFile?.(handle)) ?? null
  if (file === 'too-large') throw new Error(`The file of ${handle} is too large`)
  return file
}

/** Its bytes. */
async function bytesOf(handle: string): Promise<Buffer | null> {
  const file = await fetched(handle)
  if (file === null) return null
  const bytes = await readFile(file.path)
  await file.release()
  return bytes
}

/** Where WhatsApp keeps the file of a document. */
async function pathOf(messageId: string): Promise<string> {
  const content = await whatsAppInboundOf(house.ledger.db, house.secrets, whatsappAccount, messageId)
  const kept = await keptArrival(content ?? '', { jid: server.phone.pn, lid: server.phone.lid })
  return normalizeMessageContent(kept?.message)?.documentMessage?.directPath ?? ''
}

const reply = (said: Partial<Reply>, more: Partial<OutboundReply> = {}): OutboundReply => ({
  id: `S${replies++}`,
  to: ana.phone,
  group: null,
  replyTo: null,
  reply: { about: 'info', text: '', ...said },
  ...more,
})

const isText = ({ content }: BotMessage) => content.kind === 'text'
const isMarkOf =
  (id: string) =>
  ({ content }: BotMessage) =>
    content.kind === 'reaction' && content.to === id
const isMedia = ({ content }: BotMessage) => content.kind === 'media'
const next = () => ana.next({ matches: isText })

test('no reply leaves before it is noted which one it is, for whoever gets it may react to it at once', async () => {
  let sending: Promise<void> | undefined
  const text = 'Cancel order 204?'
  await house.ledger.db.transaction().execute(async (transaction) => {
    await sql`lock table whatsapp_sent in share mode`.execute(transaction)
    sending = channel.send(reply({ text }))
    const waits = sql<{ waits: boolean }>`select exists (select from pg_locks where not granted
      and relation = 'whatsapp_sent'::regclass) as waits`
    await expect.poll(async () => (await waits.execute(transaction)).rows).toEqual([{ waits: true }])
    await delay(300)
    expect(server.untaken().filter(isText)).toEqual([])
  })
  const told = await next()
  expect(textOf(told)).toBe(text)
  await sending
  await ana.react(told.id, '👍')
  await expect.poll(() => received.at(-1)?.content).toMatchObject({ kind: 'reaction', emoji: '👍' })
  expect(received.at(-1)?.content).toMatchObject({ to: `S${replies - 1}` })
})

test('failure 24: a file that was sent is brought here with the same bytes, also when it had expired', async () => {
  const bytes = randomBytes(30_000)
  const id = await ana.sendDocument(bytes, { filename: 'orders.csv', mimetype: 'text/csv' })
  const message = await heard(id)
  expect(message?.content).toMatchObject({ kind: 'file', filename: 'orders.csv', mimetype: 'text/csv' })
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  const file = await fetched(handle)
  expect((await readFile(file?.path ?? '')).equals(bytes)).toBe(true)
  await file?.release()
  await expect(readFile(file?.path ?? '')).rejects.toThrow('ENOENT')
  server.media.expire(await pathOf(id))
  expect(await bytesOf(handle)).toEqual(bytes)
  await server.event('reupload', { matches: (event) => event.id === id })
})

test('failure 15: a file in a message that only the phone could read is brought here as any other', async () => {
  const bytes = randomBytes(2000)
  ana.damage(1)
  server.resends(false)
  try {
    const message = await heard(await ana.sendDocument(bytes, { filename: 'orders.csv' }))
    expect(await bytesOf(message?.content.kind === 'file' ? message.content.path : '')).toEqual(bytes)
  } finally {
    server.resends(true)
  }
})

test('failure 24: a file that has expired and whose sender has the phone off is not waited for', async () => {
  const id = await ana.sendDocument(randomBytes(2000), { filename: 'orders.csv' })
  const message = await heard(id)
  server.media.expire(await pathOf(id))
  server.resends(false)
  const patience = { ...watchLimits }
  Object.assign(watchLimits, { uploadWithinMs: 200 })
  try {
    const handle = message?.content.kind === 'file' ? message.content.path : ''
    expect(await channel.fetchFile?.(handle)).toBeNull()
  } finally {
    Object.assign(watchLimits, patience)
    server.resends(true)
  }
})

test('failure 24: a file that is not the one that was sent is not given out', async () => {
  const id = await ana.sendDocument(randomBytes(2000), { filename: 'orders.csv' })
  const message = await heard(id)
  const blob = Buffer.from(server.media.read(await pathOf(id)) ?? '')
  blob.writeUInt8(blob.readUInt8(100) ^ 1, 100)
  server.media.replace(await pathOf(id), blob)
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  await expect(channel.fetchFile?.(handle)).rejects.toThrow('not the one')
})

test.each([
  ['fails', async (file: string) => server.media.fail(file, 500)],
  ['is overloaded', async (file: string) => server.media.fail(file, 429)],
  ['is cut off in the middle', async (file: string) => server.media.fail(file, 'cut')],
  ['stalls in the middle', async (file: string) => server.media.stall(file)],
] as const)('failure 24: a file whose download %s is not gone: it is had when that is over', async (_how, trouble) => {
  const bytes = randomBytes(300_000)
  const id = await ana.sendDocument(bytes, { filename: 'orders.csv' })
  const message = await heard(id)
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  const file = await pathOf(id)
  const stalled = await trouble(file)
  const patience = { ...watchLimits }
  Object.assign(watchLimits, { downloadStallsMs: 1000 })
  try {
    await expect(channel.fetchFile?.(handle)).rejects.not.toBeInstanceOf(TerminalError)
  } finally {
    Object.assign(watchLimits, patience)
    server.media.fail(file, null)
    stalled?.end()
  }
  expect(await bytesOf(handle)).toEqual(bytes)
})

test('failure 24: a file that comes slowly is waited for, as long as it comes', async () => {
  const bytes = randomBytes(30_000)
  const message = await heard(await ana.sendDocument(bytes, { filename: 'orders.csv' }))
  server.media.trickle(await pathOf(message?.id ?? ''), 200)
  const patience = { ...watchLimits }
  Object.assign(watchLimits, { downloadStallsMs: 1500 })
  try {
    expect(await bytesOf(message?.content.kind === 'file' ? message.content.path : '')).toEqual(bytes)
  } finally {
    Object.assign(watchLimits, patience)
  }
})

test('a download that nobody waits for any more ends at once', async () => {
  const message = await heard(await ana.sendDocument(randomBytes(30_000), { filename: 'orders.csv' }))
  const stalled = server.media.stall(await pathOf(message?.id ?? ''))
  const over = new AbortController()
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  const fetching = channel.fetchFile?.(handle, { signal: over.signal })
  await stalled.waits
  over.abort(new Error('Nobody waits'))
  await expect(fetching).rejects.toThrow('Nobody waits')
  stalled.end()
})

test('a file that is larger than what is wanted is too large, whatever it says of itself', async () => {
  const bytes = randomBytes(2000)
  const message = await heard(await ana.sendDocument(bytes, { filename: 'orders.csv' }))
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  expect(await channel.fetchFile?.(handle, { mostBytes: 1999 })).toBe('too-large')
  const named = { mediaKey: randomBytes(32), fileSha256: randomBytes(32), directPath: await pathOf(message?.id ?? '') }
  const other = await heard(await ana.send({ documentMessage: { ...named, fileName: 'a.csv', fileLength: 10 } }))
  const short = other?.content.kind === 'file' ? other.content.path : ''
  expect(await channel.fetchFile?.(short, { mostBytes: 1000 })).toBe('too-large')
  // There is none: asking for it would say so.
  const nowhere = await heard(
    await ana.send({ documentMessage: { ...named, directPath: '/nowhere', fileName: 'b.csv', fileLength: 2000 } }),
  )
  const far = nowhere?.content.kind === 'file' ? nowhere.content.path : ''
  expect(await channel.fetchFile?.(far, { mostBytes: 1999 })).toBe('too-large')
})

test('a file that the key of its message does not open is not what was sent', async () => {
  const id = await ana.sendDocument(randomBytes(2000), { filename: 'orders.csv' })
  const message = await heard(id)
  const blob = Buffer.from(server.media.read(await pathOf(id)) ?? '')
  server.media.replace(await pathOf(id), blob.subarray(0, 1600))
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  await expect(channel.fetchFile?.(handle)).rejects.toBeInstanceOf(TerminalError)
})

test('a file that says it is larger than anything that is fetched is too large, and is not asked for', async () => {
  // There is none: asking for it would say so.
  const named = { mediaKey: randomBytes(32), fileSha256: randomBytes(32), directPath: '/nowhere' }
  const id = await ana.send({ documentMessage: { ...named, fileName: 'a.csv', fileLength: 65 * 1024 * 1024 } })
  const message = await heard(id)
  const handle = message?.content.kind === 'file' ? message.content.path : ''
  expect(await channel.fetchFile?.(handle)).toBe('too-large')
})

test('a voice note is one, and one that nobody keeps is not there', async () => {
  const bytes = randomBytes(2000)
  const message = await heard(await ana.sendVoice(bytes))
  const handle = message?.content.kind === 'voice' ? message.content.path : ''
  expect(await bytesOf(handle)).toEqual(bytes)
  expect(await channel.fetchFile?.(`whatsapp-file:${'0'.repeat(64)}`)).toBeNull()
  expect(await channel.fetchFile?.('whatsapp:3EB0UNKNOWN')).toBeNull()
  expect(await channel.fetchFile?.('/etc/passwd')).toBeNull()
})

test('failure 24: a note is the one of its own message, also when somebody else sends one under the same id', async () => {
  const [own, other] = [randomBytes(2000), randomBytes(2000)]
  const eve = server.addContact({ phone: '+5511990000066', name: 'Eve' })
  const id = await ana.sendVoice(own)
  await heard(id)
  // How a version before this one named it.
  expect(await bytesOf(`whatsapp:${id}`)).toEqual(own)
  await eve.sendVoice(other, { id })
  await expect.poll(() => received.some(({ from: sender }) => sender === eve.phone)).toBe(true)
  const handleOf = (phone: string) => {
    const content = received.find((each) => each.id === id && each.from === phone)?.content
    return content?.kind === 'voice' ? content.path : ''
  }
  expect(await bytesOf(handleOf(ana.phone))).toEqual(own)
  expect(await bytesOf(handleOf(eve.phone))).toEqual(other)
  expect(await bytesOf(`whatsapp:${id}`)).toBeNull()
})

test('a document and an image leave with name and caption', async () => {
  const file = path.join(dir, 'report.csv')
  const bytes = randomBytes(5000)
  await writeFile(file, bytes)
  const media = { kind: 'document', path: file, mimetype: 'text/csv', filename: 'report.csv' } as const
  await channel.send(reply({ text: 'Here it is', media }))
  const sent = await ana.next({ matches: isMedia })
  expect(sent.content).toMatchObject({ media: 'document', bytes, filename: 'report.csv', caption: 'Here it is' })
  await channel.send(reply({ text: 'A picture', media: { ...media, kind: 'image', mimetype: 'image/png' } }))
  const image = await ana.next({ matches: isMedia })
  expect(image.content).toMatchObject({ media: 'image', bytes, caption: 'A picture' })
})

test('failure 16: what was spoken and could not be opened on the phone is said again under its id', async () => {
  const file = path.join(dir, 'reply.ogg')
  const bytes = randomBytes(3000)
  await writeFile(file, bytes)
  const media = { kind: 'voice', path: file, mimetype: 'audio/ogg; codecs=opus', filename: 'reply.ogg' } as const
  await channel.send(reply({ media }))
  const spoken = await ana.next({ matches: isMedia })
  expect(spoken.content).toMatchObject({ media: 'audio', bytes })
  // What was uploaded is not needed any more, nor what was sent.
  await rm(file)
  ana.askAgain(spoken)
  expect(await ana.next({ matches: isMedia })).toMatchObject({ id: spoken.id, again: true, content: { bytes } })
})

test('progress edits the message that showed it first', async () => {
  const first = reply({ about: 'progress', text: 'Step 1 of 3' })
  await channel.send(first)
  const shown = await next()
  await channel.send(reply({ about: 'progress', text: 'Step 2 of 3' }, { edits: first.id }))
  const edit = await ana.next({ matches: ({ content }) => content.kind === 'edit' })
  expect(edit.content).toEqual({ kind: 'edit', of: shown.id, text: 'Step 2 of 3' })
  // What was never shown cannot be edited.
  await channel.send(reply({ about: 'progress', text: 'Step 3 of 3' }, { edits: 'S-never' }))
  expect(textOf(await next())).toBe('Step 3 of 3')
})

test('what is bold, slanted, struck out or code arrives with its marks as they were written', async () => {
  const text = '*Order 204* is _paid_, not ~open~: `204`\n```\n* no mark\n```'
  await channel.send(reply({ text }))
  expect(textOf(await next())).toBe(text)
})

test('a long reply comes in parts that are read one after the other', async () => {
  const lines = Array.from({ length: 400 }, (_none, n) => `Order ${n} is paid and waits`)
  await channel.send(reply({ text: lines.join('\n') }))
  const parts = [textOf(await next()), textOf(await next()), textOf(await next())]
  expect(parts.join('\n')).toBe(lines.join('\n'))
  expect(parts.every((part) => part.length <= 4000)).toBe(true)
})

test('a reply that has left is not sent again; one of which that is not known is, under its id', async () => {
  const once = reply({ text: 'Once' })
  await channel.send(once)
  const { id } = await next()
  await channel.send(once)
  await house.database.pool.query('update whatsapp_sent set acked_at = null where message_id = $1', [id])
  await channel.send(once)
  expect(await next()).toMatchObject({ id, again: true })
  expect(server.untaken().filter(isText)).toEqual([])
})

test('who waits sees that somebody is typing, then that the message is kept; who is answered at once sees neither', async () => {
  for (const message of received) channel.turnOver(message)
  server.forget('typing')
  const eva = server.addContact({ phone: '+5511990000085', name: 'Eva' })
  const quick = await eva.say('quick')
  await heard(quick)
  channel.turnOver({ id: quick, from: eva.phone, group: null })
  const slow = await eva.say('slow')
  await server.event('typing', { matches: ({ to, state }) => to === eva.phone && state === 'composing' })
  expect(received.some(({ id }) => id === slow)).toBe(true)
  const mark = await eva.next({ matches: isMarkOf(slow) })
  expect(mark.content).toEqual({ kind: 'reaction', to: slow, emoji: '✅' })
  await delay(50)
  expect(server.untaken().filter((each) => isMarkOf(slow)(each) || isMarkOf(quick)(each))).toEqual([])
})

test('what waits in a chat that many answers leave to is not marked: its answer needs the place', async () => {
  const [gil, ivo] = [
    server.addContact({ phone: '+5511990000083', name: 'Gil' }),
    server.addContact({ phone: '+5511990000084', name: 'Ivo' }),
  ]
  const busy = await gil.say('busy')
  await heard(busy)
  const answers = Array.from({ length: 14 }, (_none, n) =>
    channel.send(reply({ text: `Answer ${n}` }, { to: gil.phone })),
  )
  const quiet = await ivo.say('quiet')
  await ivo.next({ matches: isMarkOf(quiet) })
  // What leaves after a mark would have had its place.
  await Promise.all([...answers, channel.send(reply({ text: 'One more' }, { to: gil.phone }))])
  expect(server.untaken().filter(isMarkOf(busy))).toEqual([])
})

/** What somebody said, in the order in which it first came; the same message may be handed over again, and is admitted once. */
const from = (phone: string) => {
  const said = received.flatMap((each) =>
    each.from === phone && each.content.kind === 'text' ? [[each.id, each.content.text] as const] : [],
  )
  return [...new Map(said).values()]
}

test('failure 25: a hundred messages of twenty people at once are all heard, those of each in order', async () => {
  const people = Array.from({ length: 20 }, (_none, n) =>
    server.addContact({ phone: `+55219900000${String(n).padStart(2, '0')}`, name: `P${n}` }),
  )
  await Promise.all(
    people.map(async (person) => {
      for (let n = 0; n < 5; n++) await person.say(`${n}`)
    }),
  )
  for (const { phone } of people) {
    await expect.poll(() => from(phone).length).toBe(5)
    expect(from(phone)).toEqual(['0', '1', '2', '3', '4'])
  }
})

test('a flood of replies leaves slowly, and nobody else waits for it', async () => {
  const lia = server.addContact({ phone: '+5511990000087', name: 'Lia' })
  const rui = server.addContact({ phone: '+5511990000088', name: 'Rui' })
  const texts = Array.from({ length: 13 }, (_none, n) => `Flood ${n}`)
  const begun = performance.now()
  const flood = Promise.all(texts.map((text) => channel.send(reply({ text }, { to: lia.phone }))))
  await channel.send(reply({ text: 'Calm' }, { to: rui.phone }))
  expect(textOf(await rui.next())).toBe('Calm')
  expect(server.untaken().filter(({ chat }) => chat === lia.phone).length).toBeLessThan(13)
  await flood
  expect(performance.now() - begun).toBeGreaterThan(1200)
  const left = server.untaken().flatMap((each) => (each.chat === lia.phone ? [textOf(each)] : []))
  expect(left.toSorted()).toEqual(texts.toSorted())
})

test('where nobody takes the codes that are shown there are new ones soon, and are announced when there are', async () => {
  const { pairNumber } = await import('./pair-number.ts')
  const place = { db: house.ledger.db, secrets: house.secrets }
  const lease = await takeWhatsAppLease(place.db, { account: 'unlinked', owner: 'test', ttlMs: 60_000 })
  if (lease === null) throw new Error('The lease of a fresh ledger is free')
  const shown: { readonly kind: string; readonly at: number }[] = []
  const stopped = new AbortController()
  const { qrTimeout } = DEFAULT_CONNECTION_CONFIG
  Object.assign(DEFAULT_CONNECTION_CONFIG, { qrTimeout: 10 })
  try {
    await pairNumber(place, lease, {
      phone: null,
      show: ({ kind }) => {
        shown.push({ kind, at: performance.now() })
        if (shown.filter((step) => step.kind === 'again').length > 3) stopped.abort()
      },
      signal: stopped.signal,
    })
  } finally {
    Object.assign(DEFAULT_CONNECTION_CONFIG, { qrTimeout })
    await releaseWhatsAppLease(place.db, lease)
  }
  expect(new Set(shown.map(({ kind }) => kind))).toEqual(new Set(['qr', 'again']))
  const waits = shown.flatMap(({ kind, at }, n) => (kind === 'again' ? [(shown[n + 1]?.at ?? at) - at] : []))
  expect(Math.max(...waits)).toBeLessThan(100)
})
