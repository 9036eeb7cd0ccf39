/** What a network does to messages on their way: repeats them, swaps them and holds them back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTcpGate, type TcpGate } from '../../testing/servers/tcp-gate.ts'
import { ordersOnly, type TestInstallation } from '../../testing/installations/test-installation.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'
import { expectSilence, hearText } from '../../testing/whatsapp/whatsapp-silence.ts'

const hourS = 60 * 60

let place: WhatsAppPlace
let installation: TestInstallation
let server: WhatsAppServer
let postgres: TcpGate
let ana: Contact
let bia: Contact
let crowd: readonly Contact[]

beforeAll(async () => {
  place = await createWhatsAppPlace({ env: ordersOnly() })
  ;({ installation, server } = place)
  ana = place.addOwner(0, { name: 'Ana' })
  bia = place.addOwner(1, { name: 'Bia', addressing: 'lid' })
  crowd = Array.from({ length: 20 }, (_none, n) =>
    place.addOwner(2 + n, { name: `P${n}`, addressing: n % 4 === 0 ? 'lid' : 'pn' }),
  )
  const url = new URL(installation.url)
  url.hostname = '127.0.0.1'
  postgres = await createTcpGate({ host: url.hostname, port: Number(url.port) })
  url.port = String(postgres.port)
  await place.startBot({ env: { DATABASE_URL: url.href } })
})

afterAll(async () => {
  await place.close()
  await postgres.shut()
})

/** What this does happens while the bot is away; then everything is delivered, in the order of the ids that it gives. */
async function away(work: () => Promise<readonly string[]>): Promise<void> {
  server.offline()
  const ids = await work()
  server.arrange(ids)
  server.online()
}

/** As something that was sent so many seconds ago. */
const ago = (seconds: number) => ({ sentAt: new Date(Date.now() - seconds * 1000) })

/** What somebody of the crowd asks about: each about others, in another order, so that an answer that goes astray is seen. */
function ordersOf(n: number): readonly number[] {
  return Array.from({ length: 5 }, (_none, k) => 201 + ((n + k * 7) % 20))
}

/** Asks about these orders without waiting for an answer; gives the ids. */
async function sayInTurn(person: Contact, orders: readonly number[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const order of orders) ids.push(await person.say(`status of order ${order}`))
  return ids
}

/** The orders that the next answers to somebody are about. */
async function ordersHeard(person: Contact, count: number): Promise<readonly number[]> {
  const heard: number[] = []
  while (heard.length < count) heard.push(Number(/Order (\d+)/u.exec(await hearText(person))?.[1]))
  return heard
}

const notesOf = async (order: number) =>
  (await installation.rows<{ text: string }>('select text from order_notes where order_id = $1', [order])).map(
    ({ text }) => text,
  )

test.for([
  ['as it was', (id: string) => server.repeat(id)],
  ['newly encrypted', (id: string) => server.redeliver(id)],
] as const)('failure 6: the same message ten times over, %s, is answered once and done once', async ([how, again]) => {
  const tenTimes = async (id: string) => {
    for (let n = 0; n < 10; n++) await again(id)
  }
  await tenTimes(await ana.say(`add note to order 204: ${how}`))
  expect(await hearText(ana)).toContain('Reply  yes')
  await tenTimes(await ana.say('yes'))
  expect(await hearText(ana)).toContain('✅')
  await expectSilence(server, [ana, bia])
  expect((await notesOf(204)).filter((text) => text === how)).toEqual([how])
})

test('failure 7: the same words twice are two messages, and so are two of two people under one id', async () => {
  for (let n = 0; n < 2; n++) await ana.say('status of order 205')
  expect([await hearText(ana), await hearText(ana)]).toEqual([
    expect.stringContaining('Order 205'),
    expect.stringContaining('Order 205'),
  ])
  await ana.say('status of order 206', { id: 'ACSAMEID' })
  await bia.say('status of order 207', { id: 'ACSAMEID' })
  expect(await hearText(ana)).toContain('Order 206')
  expect(await hearText(bia)).toContain('Order 207')
  await expectSilence(server, [ana, bia])
})

test('two messages that change places on their way are each answered once', async () => {
  await away(async () => [await ana.say('status of order 208'), await ana.say('status of order 209')].toReversed())
  expect(await hearText(ana)).toContain('Order 209')
  expect(await hearText(ana)).toContain('Order 208')
  await expectSilence(server, [ana, bia])
})

test('an edit that arrives before its message is what was said; a deletion leaves nothing of it', async () => {
  await away(async () => {
    const edited = await ana.say('cancel order 211')
    const deleted = await bia.say('cancel order 215')
    return [await ana.edit(edited, 'cancel order 213'), await bia.revoke(deleted), edited, deleted]
  })
  expect(await hearText(ana)).toContain('Cancel order 213')
  await ana.say('0')
  expect(await hearText(ana)).toContain('Dropped: Cancel order 213')
  await expectSilence(server, [ana, bia])
  expect(await installation.rows(`select target_id from envelopes where name = 'CANCEL_ORDER'`)).toEqual([
    { target_id: '213' },
  ])
})

test('a yes that was said before the preview could be seen confirms nothing', async () => {
  await away(async () => [await ana.say('add note to order 214: unseen', ago(20)), await ana.say('yes', ago(15))])
  expect(await hearText(ana)).toContain('Reply  yes')
  expect(await hearText(ana)).toContain('Reply  yes')
  await expectSilence(server, [ana, bia])
  expect(await notesOf(214)).toEqual([])
  await ana.say('yes')
  expect(await hearText(ana)).toContain('✅')
  expect(await notesOf(214)).toEqual(['unseen'])
})

test('failure 4: what was asked hours ago is answered when it reads, and asked about when it changes something', async () => {
  await away(async () => [
    await ana.say('status of order 215', ago(3 * hourS)),
    await ana.say('add note to order 216: old', ago(3 * hourS)),
    await ana.say('yes', ago(3 * hourS)),
  ])
  expect(await hearText(ana)).toContain('Order 215')
  expect(await hearText(ana)).toMatch(/You wrote this 3 hours ago.*still want it/u)
  expect(await hearText(ana)).toContain('Reply  yes')
  await expectSilence(server, [ana, bia])
  expect(await notesOf(216)).toEqual([])
})

test('failure 25: what one person says all at once is done once each, in its order', async () => {
  const orders = Array.from({ length: 10 }, (_none, n) => 201 + n)
  await sayInTurn(ana, orders)
  expect(await ordersHeard(ana, orders.length)).toEqual(orders)
  await expectSilence(server, [ana, bia])
})

test.for([
  ['to a bot that listens', (work: () => Promise<readonly string[]>) => work()],
  ['to a bot that was away', away],
] as const)(
  'failure 25: a hundred messages of twenty people at once, %s, are answered once each, those of each in their order',
  async ([, when]) => {
    await when(async () => {
      const ids = crowd.map((person, n) => sayInTurn(person, ordersOf(n)))
      return (await Promise.all(ids)).flat()
    })
    const answers = crowd.map((person, n) => ordersHeard(person, ordersOf(n).length))
    expect(await Promise.all(answers)).toEqual(crowd.map((_person, n) => ordersOf(n)))
    await expectSilence(server, crowd)
  },
)

test('what is to be said in a group that the bot was put out of is given up, and asked about once', async () => {
  const group = server.addGroup({ subject: 'Shop', members: [ana, bia] })
  server.forget('group-asked')
  await away(async () => {
    const id = await ana.say('status of order 217', { group, mentionsBot: true })
    server.putBotOut(group)
    return [id]
  })
  const waits = `select sent_at is null as waits from outbox join chats on chats.id = chat_id where external = $1`
  await expect
    .poll(() => installation.rows(waits, [group.jid.replace('@g.us', '')]), { timeout: 20_000 })
    .toEqual([{ waits: false }])
  await server.event('group-asked')
  await expectSilence(server, [ana, bia])
  await expect(server.event('group-asked', { timeoutMs: 1 })).rejects.toThrow('Waited')
})

test.for(['pn', 'lid'] as const)(
  'failure 3: who writes for the first time, by %s, while Postgres is away is answered when it is back',
  async (addressing) => {
    const stranger = place.addOwner(addressing === 'pn' ? 30 : 31, { name: 'Caio', addressing })
    server.forget('closed')
    await postgres.shut()
    await stranger.say('status of order 218')
    await server.event('closed')
    expect(server.undelivered()).toBe(1)
    await postgres.open()
    expect(await hearText(stranger)).toContain('Order 218')
    await expectSilence(server, [stranger])
  },
)
