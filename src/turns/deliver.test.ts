import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutboundReply } from '../channel/channel.ts'
import { enqueueReply } from '../ledger/outbox.ts'
import { createTestLedger, type TestLedger } from '../testing/test-ledger.ts'
import { createDelivery, type Delivery } from './deliver.ts'

let house: TestLedger
let delivery: Delivery
let sent: string[]
/** What the channel does with a reply before it takes it. */
let onSend: (outbound: OutboundReply) => Promise<void>

beforeEach(async () => {
  house = await createTestLedger()
  sent = []
  onSend = async () => undefined
  delivery = createDelivery({
    db: house.ledger.db,
    secrets: house.secrets,
    account: 'a',
    channel: {
      send: async (outbound) => {
        await onSend(outbound)
        sent.push(outbound.reply.text)
      },
    },
    workspaceDir: '/nowhere',
    clock: () => new Date(),
    onTrouble: () => undefined,
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
  expect(sent).toEqual(['quick 1', 'quick 2'])
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
