import { expect, test } from 'vitest'
import type { MessageContent } from '../../channel/message.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { admitMessage, countAttempt, type LaneRow } from './inbox.ts'
import { storeHearing, storeReceived } from './message-contents.ts'
import { firstInLane } from './next-in-lane.ts'

test.each([
  ['a character that no database stores', 'cancel\0 order 204', 'cancel\uFFFD order 204'],
  ['half of a character, as the longest transcript may end in', 'cancel order 204 \uD83D', 'cancel order 204 \uFFFD'],
])('what was heard is kept although it holds %s', async (_what, text, kept) => {
  const house = await createTestLedger()
  const { secrets } = house
  const { db } = house.ledger
  const row = await admit(house, { kind: 'voice', path: 'note.ogg' })
  const about = { engine: 'openai', model: 'm', language: 'en', durationMs: 900, confidence: null } as const
  await storeHearing(db, secrets, row, { kind: 'heard', transcript: { ...about, text } })
  expect(await firstInLane(db, secrets, row.chatId)).toMatchObject({
    isVouched: true,
    row: { body: { content: { heard: { transcript: { ...about, text: kept } } } } },
  })
  await house.close()
})

test('what became of a file is kept although it holds half of a character', async () => {
  const house = await createTestLedger()
  const { secrets } = house
  const { db } = house.ledger
  const row = await admit(house, { kind: 'file', path: 'a', mimetype: 'text/csv', filename: 'a.csv' })
  await storeReceived(db, secrets, row, { kind: 'answer', text: '\uDE00.csv' })
  expect(await firstInLane(db, secrets, row.chatId)).toMatchObject({
    isVouched: true,
    row: { body: { content: { received: { kind: 'answer', text: '\uFFFD.csv' } } } },
  })
  await house.close()
})

test.each([
  ['a note that is heard', { kind: 'voice', path: 'note.ogg' }],
  ['a file that is taken', { kind: 'file', path: 'a', mimetype: 'text/csv', filename: 'a.csv' }],
] as const satisfies readonly (readonly [string, MessageContent])[])(
  'what broke while it was prepared does not count against the turn of %s',
  async (_what, content) => {
    const house = await createTestLedger()
    const { secrets } = house
    const { db } = house.ledger
    const row = await admit(house, content)
    for (let tries = 0; tries < 2; tries++) await countAttempt(db, row.seq)
    if (content.kind === 'voice') await storeHearing(db, secrets, row, { kind: 'unheard', why: 'silence' })
    else await storeReceived(db, secrets, row, { kind: 'answer', text: 'a.csv' })
    expect(await firstInLane(db, secrets, row.chatId)).toMatchObject({ isVouched: true, row: { attempts: 0 } })
    await house.close()
  },
)

async function admit({ ledger, secrets }: TestLedger, content: MessageContent): Promise<LaneRow> {
  const now = new Date('2026-03-01T10:00:00Z')
  const message = {
    account: 'terminal',
    channel: 'terminal',
    id: 'note',
    from: '+15550100000',
    group: null,
    mentions: false,
    content,
    quoted: null,
    forwarded: false,
    sentAt: now.toISOString(),
  } as const
  const { row } = await admitMessage(ledger.db, secrets, message, now)
  if (row === null) throw new TypeError('It is new')
  return row
}
