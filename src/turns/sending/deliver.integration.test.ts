import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutboundReply } from '../../channel/channel.ts'
import { RetryableError, TerminalError } from '../../errors.ts'
import { enqueueReply } from '../../ledger/talk/outbox.ts'
import { unsentReplies } from '../../testing/installations/unsent-replies.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { createDelivery, type Delivery } from './deliver.ts'

let house: TestLedger
let delivery: Delivery
let sent: string[]
/** What the channel does with a reply before it takes it. */
let onSend: (outbound: OutboundReply) => Promise<void>
let asked: string[]
let troubles: number
let givenUp: string[]
/** Added to the time in which chats rest, and in which replies grow old. */
let laterMs: number

beforeEach(async () => {
  house = await createTestLedger()
  sent = []
  asked = []
  troubles = 0
  givenUp = []
  laterMs = 0
  onSend = async () => undefined
  delivery = createDelivery({
    db: house.ledger.db,
    secrets: house.secrets,
    account: 'a',
    channel: {
      send: async (outbound) => {
        asked.push(outbound.reply.text)
        await onSend(outbound)
        sent.push(outbound.reply.text)
      },
    },
    workspaceDir: '/nowhere',
    clock: () => new Date(Date.now() + laterMs),
    onTrouble: () => {
      troubles++
    },
    onGivenUp: (_error, { reply }) => void givenUp.push(reply),
    waitMs: 100,
    now: () => performance.now() + laterMs,
  })
})

afterEach(async () => {
  await delivery.stop()
  await house.close()
})

async function chat(external: string): Promise<string> {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into chats (account, channel, kind, external) values ('a', 'terminal', 'private', $1) returning id`,
    [external],
  )
  return rows[0]?.id ?? ''
}

async function say(chatId: string, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const address = { account: 'a', chatId, recipientId: house.lane.identityId, replyTo: null }
    const reply = { about: 'info', text } as const
    await enqueueReply(house.ledger.db, house.secrets, { id: `S${text}`, address, reply, now: new Date() })
  }
}

test('a chat whose reply does not leave holds up no other chat', async () => {
  const [slow, quick] = [await chat('+2'), await chat('+3')]
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  onSend = ({ reply }) => (reply.text.startsWith('slow') ? taken : Promise.resolve())
  await say(slow, 'slow 1', 'slow 2')
  void delivery.flush()
  await say(quick, 'quick 1')
  await delivery.flush(quick)
  await say(quick, 'quick 2')
  await delivery.flush(quick)
  // However long the machine takes, it does not take until the slow one has left.
  await expect.poll(() => sent).toEqual(['quick 1', 'quick 2'])
  take()
  await delivery.flush()
  expect(sent).toEqual(['quick 1', 'quick 2', 'slow 1', 'slow 2'])
})

test('a reply that was refused keeps its place: nothing of its chat overtakes it, and it is tried again', async () => {
  const only = await chat('+2')
  let refusals = 1
  onSend = async () => {
    if (refusals-- > 0) throw new Error('Not now')
  }
  await say(only, '1', '2', '3')
  await delivery.flush()
  expect(sent).toEqual([])
  await expect.poll(() => sent).toEqual(['1', '2', '3'])
})

test('more replies than are read at a time all leave, once each, however often it is asked for', async () => {
  const chats = await Promise.all(['+2', '+3', '+4'].map(chat))
  const texts = Array.from({ length: 250 }, (_none, n) => String(n))
  for (const [n, text] of texts.entries()) await say(chats[n % 3] ?? '', text)
  await Promise.all([delivery.flush(), delivery.flush(), delivery.flush()])
  await expect.poll(() => sent.length).toBe(250)
  expect(new Set(sent).size).toBe(250)
  const ofFirst = sent.filter((text) => Number(text) % 3 === 0).map(Number)
  expect(ofFirst).toEqual(ofFirst.toSorted((a, b) => a - b))
})

test('any number of chats whose replies are refused holds nobody else up, is left alone and told of once each', async () => {
  const refusal = new RetryableError('whatsapp_unusable', 'Refused', { retryAfterMs: 30 * 60_000 })
  onSend = ({ reply }) => (reply.text.startsWith('refused') ? Promise.reject(refusal) : Promise.resolve())
  const chats = await Promise.all(Array.from({ length: 105 }, (_none, n) => chat(`+2${n}`)))
  for (const [n, each] of chats.entries()) await say(each, `refused ${n}`, `refused ${n} again`)
  const served = await chat('+3')
  await say(served, 'served')
  await delivery.flush()
  await expect.poll(() => sent).toEqual(['served'])
  await say(served, 'served again')
  await delivery.flush(served)
  expect([sent, asked.length, troubles]).toEqual([['served', 'served again'], 107, 105])
  laterMs = 31 * 60_000
  onSend = () => Promise.resolve()
  await delivery.flush()
  await expect.poll(() => sent.length).toBe(212)
})

test('a reply that the channel takes its time for is not sent twice: the next try waits for the same send', async () => {
  const only = await chat('+2')
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  onSend = () => taken
  await say(only, '1', '2')
  await delivery.flush()
  laterMs = 5000
  await delivery.flush()
  expect([asked, sent]).toEqual([['1'], []])
  take()
  laterMs = 20_000
  await delivery.flush()
  expect([asked, sent]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ])
})

test('a send that is never over is given up after some minutes, and the channel is asked again', async () => {
  const only = await chat('+2')
  onSend = () => (asked.length === 1 ? Promise.withResolvers<void>().promise : Promise.resolve())
  await say(only, '1')
  await delivery.flush()
  laterMs = 6 * 60_000
  await delivery.flush()
  expect([asked, sent]).toEqual([['1', '1'], ['1']])
})

const outbound = (text: string): OutboundReply => ({
  id: `S${text}`,
  to: '+1',
  group: null,
  replyTo: null,
  reply: { about: 'info', text },
  isNew: true,
})

test('what was just said leaves without being looked for, once, and never before what waits in its chat', async () => {
  const only = await chat('+2')
  await say(only, '1')
  await delivery.flush(only, [outbound('1')])
  await delivery.flush()
  expect(sent).toEqual(['1'])

  onSend = async ({ reply }) => {
    if (reply.text === '2' && asked.filter((text) => text === '2').length === 1) throw new Error('Not now')
  }
  await say(only, '2')
  await delivery.flush(only)
  await say(only, '3')
  await delivery.flush(only, [outbound('3')])
  expect(sent).toEqual(['1'])
  laterMs = 10_000
  await delivery.flush()
  expect(sent).toEqual(['1', '2', '3'])
})

test('what was just said and did not leave is looked for', async () => {
  const only = await chat('+2')
  let refusals = 1
  onSend = async () => {
    if (refusals-- > 0) throw new Error('Not now')
  }
  await say(only, '1')
  await delivery.flush(only, [outbound('1')])
  expect(sent).toEqual([])
  laterMs = 10_000
  await delivery.flush()
  expect(sent).toEqual(['1'])
})

const unsent = async () => (await unsentReplies(house.ledger.db, house.secrets, 'a', 100)).map(({ id }) => id)

test('what is to be said in a chat that is gone is given up, each told of once, and holds up nobody', async () => {
  const [left, served] = [await chat('+2'), await chat('+3')]
  onSend = ({ reply }) =>
    reply.text.startsWith('left') ? Promise.reject(new TerminalError('chat_gone', 'Not in it')) : Promise.resolve()
  await say(left, 'left 1', 'left 2')
  await say(served, 'served')
  await delivery.flush()
  expect([sent, givenUp, troubles, await unsent()]).toEqual([['served'], ['Sleft 1', 'Sleft 2'], 0, []])
  laterMs = 60_000
  await delivery.flush()
  expect(asked.length).toBe(3)
})

const hoursMs = (hours: number) => hours * 60 * 60_000
const daysMs = (days: number) => hoursMs(24 * days)

test('what a chat has not taken for two days is given up when others take theirs, and not before', async () => {
  const [closed, served] = [await chat('+2'), await chat('+3')]
  onSend = () => Promise.reject(new Error('Nobody can be reached'))
  await say(closed, 'closed')
  await say(served, 'served')
  await delivery.flush()
  laterMs = daysMs(3)
  await delivery.flush()
  expect([givenUp, await unsent()]).toEqual([[], ['Sclosed', 'Sserved']])

  onSend = ({ reply }) => (reply.text === 'closed' ? Promise.reject(new Error('Not this one')) : Promise.resolve())
  for (const text of ['1', '2', '3', '4']) {
    await say(served, text)
    laterMs += 120_000
    await delivery.flush()
    expect([givenUp, await unsent()]).toEqual([[], ['Sclosed']])
  }
  laterMs += 120_000
  await delivery.flush()
  expect([givenUp, await unsent()]).toEqual([[], ['Sclosed']])
  laterMs += hoursMs(6)
  await delivery.flush()
  expect([sent, givenUp, await unsent()]).toEqual([['served', '1', '2', '3', '4'], ['Sclosed'], []])
})

test('what has waited for days because the bot was off is not given up while its chat does not take it at first', async () => {
  const [slow, served] = [await chat('+2'), await chat('+3')]
  await say(slow, 'slow')
  laterMs = daysMs(3)
  onSend = ({ reply }) => (reply.text === 'slow' ? Promise.reject(new Error('Not acknowledged')) : Promise.resolve())
  for (const text of ['1', '2', '3', '4', '5']) {
    await delivery.flush()
    await say(served, text)
    laterMs += 16_000
    await delivery.flush()
  }
  expect([givenUp, await unsent()]).toEqual([[], ['Sslow']])
  onSend = () => Promise.resolve()
  laterMs += 120_000
  await delivery.flush()
  expect(sent).toEqual(['1', '2', '3', '4', '5', 'slow'])
})
