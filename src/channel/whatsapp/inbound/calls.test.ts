import type { BinaryNode } from '@whiskeysockets/baileys'
import { beforeEach, expect, test } from 'vitest'
import type { Message } from '../../message.ts'
import { createCalls, type Calls } from './calls.ts'

const ana = '5511990000001@s.whatsapp.net'
const hourMs = 60 * 60_000

let received: Message[]
let calls: Calls
let at: number

beforeEach(() => {
  received = []
  at = 0
  calls = createCalls({
    account: 'whatsapp',
    senders: { identify: async (jid, alt) => alt ?? jid, remember: async () => undefined },
    receive: async (message) => void received.push(message),
    onTrouble: (error) => {
      throw error
    },
    now: () => at,
  })
})

type Attrs = Record<string, string>

function see(id: string, tag: string, attrs: Attrs = {}, from = ana): void {
  const news: BinaryNode = { tag, attrs: { 'call-id': id, 'call-creator': from, ...attrs } }
  calls.seen({ tag: 'call', attrs: { from, id: `${id}/${tag}`, t: '1790000000' }, content: [news] })
}

async function missed(id: string, from = ana): Promise<void> {
  see(id, 'offer', {}, from)
  see(id, 'terminate', { reason: 'timeout' }, from)
  // What follows from it takes a few turns of the event loop.
  await new Promise(setImmediate)
}

test('whoever called in vain is told so, once the call is over', async () => {
  see('C1', 'offer', { caller_pn: ana }, '91@lid')
  await new Promise(setImmediate)
  expect(received).toEqual([])
  see('C1', 'terminate', {}, '91@lid')
  await expect.poll(() => received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    id: 'C1/call',
    from: ana,
    group: null,
    content: { kind: 'unreadable', what: 'call' },
    sentAt: new Date(1_790_000_000_000).toISOString(),
  })
})

test('however often somebody calls, they are told now and then', async () => {
  await missed('C1')
  await missed('C2')
  await missed('C3', '5511990000002@s.whatsapp.net')
  expect(received.map(({ id }) => id)).toEqual(['C1/call', 'C3/call'])
  at += hourMs
  await missed('C4')
  expect(received.at(-1)?.id).toBe('C4/call')
})

test('a call that somebody took, or one to a group, is told to nobody', async () => {
  see('C1', 'offer')
  see('C1', 'terminate', { reason: 'accepted_elsewhere' })
  see('C2', 'offer')
  see('C2', 'accept')
  see('C2', 'terminate')
  see('C3', 'offer', { type: 'group', 'group-jid': '120363000000001@g.us' })
  see('C3', 'terminate')
  see('C4', 'terminate')
  calls.seen({ tag: 'call', attrs: { from: ana, id: 'C5' } })
  await new Promise(setImmediate)
  expect(received).toEqual([])
})
