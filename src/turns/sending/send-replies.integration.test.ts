import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../../channel/reply.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { progressIdOf } from '../../ledger/talk/outbox.ts'
import { unsentReplies } from '../../testing/installations/unsent-replies.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { sendReplies } from './send-replies.ts'

let house: TestLedger
let turns = 0

beforeAll(async () => {
  house = await createTestLedger()
})

afterAll(() => house.close())

/** What a turn of its own says; gives the place of each reply in the outbox. */
async function say(...replies: readonly Reply[]) {
  const { chatId, identityId: senderId } = house.lane
  turns += 1
  const row: LaneRow = {
    seq: String(turns),
    kind: 'outcome',
    account: 'a',
    channel: 'terminal',
    chatId,
    chatKind: 'private',
    external: '+1',
    from: '+1',
    senderId,
    messageId: randomUUID(),
    body: { commandId: 'c' },
    sentAt: new Date(),
    receivedAt: new Date(),
    attempts: 0,
    takenAt: null,
  }
  const deps = { secrets: house.secrets, clock: () => new Date() }
  await sendReplies(deps, house.ledger.db, row, { cause: 'turn', replies })
  const all = await unsentReplies(house.ledger.db, house.secrets, 'a', 100)
  return all.slice(-replies.length).map(({ id, edits }) => ({ id, edits }))
}

const replyOf = (about: 'progress' | 'outcome', id: string, more: Partial<Reply> = {}): Reply => ({
  about,
  text: about,
  command: { id, ref: 'K7Q2M', name: 'TRY', status: 'executed' },
  ...more,
})

test('an outcome that replaces the progress edits its message, and one that does not is a message of its own', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  expect(await say(replyOf('progress', one))).toEqual([{ id: progressIdOf(one), edits: undefined }])
  expect(await say(replyOf('outcome', one, { replaces: 'progress' }))).toMatchObject([{ edits: progressIdOf(one) }])
  await say(replyOf('progress', other))
  expect(await say(replyOf('outcome', other))).toMatchObject([{ edits: undefined }])
})

test('an outcome that finds no progress to replace is a message of its own, under an id that no progress has', async () => {
  const id = randomUUID()
  const [told] = await say(replyOf('outcome', id, { replaces: 'progress' }))
  expect(told?.edits).toBeUndefined()
  expect(told?.id).not.toBe(progressIdOf(id))
})
