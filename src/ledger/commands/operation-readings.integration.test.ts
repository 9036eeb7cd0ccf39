import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { admitCommandEvent } from '../talk/inbox.ts'
import { isReachable, readOperations } from './operation-readings.ts'
import { enqueueReply } from '../talk/outbox.ts'
import { createPostgresJournal, takeRun } from './runs.ts'
import { createSealer } from '../evidence/sealer.ts'

let house: TestLedger

beforeAll(async () => (house = await createTestLedger()))
afterAll(() => house.close())

test('what waits is counted, with how long it has waited, until it is done', async () => {
  const { ledger, secrets, lane } = house
  const { db } = ledger
  const nothing = {
    commands: { waiting: 0, running: 0 },
    unsentReplies: { count: 0, oldestSeconds: 0 },
    openRows: 0,
    unsealedSeconds: 0,
  }
  expect(await readOperations(db)).toEqual(nothing)
  expect(await isReachable(db)).toBe(true)

  await house.confirm()
  const running = await house.confirm()
  await house.accept()
  const epoch = await takeRun(db, secrets, { stored: null, commandId: running, owner: 'the test', now: new Date() })
  expect(await readOperations(db)).toMatchObject({ commands: { waiting: 2, running: 0 } })
  const journal = createPostgresJournal(db, secrets, { commandId: running, epoch, owner: 'the test' })
  await journal.write({ kind: 'intent', step: 'A', meta: {}, prepared: null })
  await admitCommandEvent(db, secrets, 'outcome', { commandId: running, ...lane }, new Date())
  const address = { account: 'a', chatId: lane.chatId, recipientId: lane.identityId, replyTo: null }
  for (const [id, secondsAgo] of [
    ['S1', 60],
    ['S2', 30],
  ] as const) {
    const now = new Date(Date.now() - secondsAgo * 1000)
    await enqueueReply(db, secrets, { id, address, reply: { about: 'info', text: 'hello' }, now })
  }
  await db
    .insertInto('evidence')
    .values({ at: new Date(Date.now() - 90_000), kind: 'test', facts: '{}' })
    .execute()
  const found = await readOperations(db)
  expect(found).toMatchObject({ commands: { waiting: 1, running: 1 }, unsentReplies: { count: 2 }, openRows: 1 })
  expect(found.unsentReplies.oldestSeconds).toBeGreaterThanOrEqual(59)
  expect(found.unsealedSeconds).toBeGreaterThanOrEqual(89)

  await createSealer({ db, secrets, clock: () => new Date() }).seal()
  await db.updateTable('outbox').set({ sent_at: new Date() }).execute()
  await db.updateTable('inbox').set({ done_at: new Date() }).execute()
  expect(await readOperations(db)).toEqual({ ...nothing, commands: { waiting: 1, running: 1 } })
})
