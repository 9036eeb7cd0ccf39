import { expect, test } from 'vitest'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'
import { admitMessage, chatsWithWork } from './inbox.ts'
import { firstInLane } from './next-in-lane.ts'

const now = new Date('2026-11-22T12:00:00Z')

test('chats in which something waits come as long as they wait, so that none is always the last that is taken up', async ({
  onTestFinished,
}) => {
  const house = await createTestLedger()
  onTestFinished(house.close)
  const { db } = house.ledger
  const { secrets } = house
  const hear = async (person: number, id: string) => {
    const of = { id, channel: 'terminal', account: 'b', from: `+${person}`, group: null } as const
    const content = { kind: 'text', text: 'menu' } as const
    const message = { ...of, content, sentAt: now.toISOString(), mentions: false, quoted: null, forwarded: false }
    return (await admitMessage(db, secrets, message, now)).chatId
  }
  const chats: string[] = []
  for (let person = 1; person <= 12; person++) chats.push(await hear(person, 'first'))
  // What one says besides changes nothing.
  await hear(1, 'second')
  expect(await chatsWithWork(db, 'b')).toEqual(chats)
})

test('what no database stores is admitted with a mark in its place, and nobody waits behind it', async ({
  onTestFinished,
}) => {
  const house = await createTestLedger()
  onTestFinished(house.close)
  const { db } = house.ledger
  const { secrets } = house
  const message = {
    id: 'A\0',
    channel: 'terminal',
    account: 'b',
    from: '+1',
    group: null,
    content: { kind: 'file', path: 'x', mimetype: 'text/plain', filename: 'a\0b', text: 'menu\0\ud800' },
    sentAt: now.toISOString(),
    mentions: false,
    quoted: 'q\0',
    forwarded: false,
  } as const
  const { chatId } = await admitMessage(db, secrets, message, now)
  expect(await firstInLane(db, secrets, chatId)).toMatchObject({
    isVouched: true,
    row: {
      messageId: 'A\uFFFD',
      body: { quoted: 'q\uFFFD', content: { filename: 'a\uFFFDb', text: 'menu\uFFFD\uFFFD' } },
    },
  })
  expect((await admitMessage(db, secrets, message, now)).kind).toBe('unfinished')
})
