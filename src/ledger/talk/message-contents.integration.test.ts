import { expect, test } from 'vitest'
import { createTestLedger } from '../../testing/test-ledger.ts'
import { admitMessage } from './inbox.ts'
import { storeHearing } from './message-contents.ts'
import { firstInLane } from './next-in-lane.ts'

test.each([
  ['a character that no database stores', 'cancel\0 order 204', 'cancel\uFFFD order 204'],
  ['half of a character, as the longest transcript may end in', 'cancel order 204 \uD83D', 'cancel order 204 \uFFFD'],
])('what was heard is kept although it holds %s', async (_what, text, kept) => {
  const house = await createTestLedger()
  const { secrets } = house
  const { db } = house.ledger
  const now = new Date('2026-03-01T10:00:00Z')
  const note = {
    account: 'terminal',
    channel: 'terminal',
    id: 'note',
    from: '+15550100000',
    group: null,
    mentions: false,
    content: { kind: 'voice', path: 'note.ogg' },
    quoted: null,
    forwarded: false,
    sentAt: now.toISOString(),
  } as const
  const { row } = await admitMessage(db, secrets, note, now)
  if (row === null) throw new TypeError('It is new')
  const about = { engine: 'openai', model: 'm', language: 'en', durationMs: 900, confidence: null } as const
  await storeHearing(db, secrets, row, { kind: 'heard', transcript: { ...about, text } })
  expect(await firstInLane(db, secrets, row.chatId)).toMatchObject({
    isVouched: true,
    row: { body: { content: { heard: { transcript: { ...about, text: kept } } } } },
  })
  await house.close()
})
