import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { waitingForDisk, watchCommits } from '../../testing/installations/watch-commits.ts'
import { openLedger } from '../open-ledger.ts'
import { findSent, noteAcked, noteSending } from './whatsapp-sent.ts'

let house: TestLedger
beforeEach(async () => {
  house = await createTestLedger()
})
afterEach(() => house.close())

const part = { account: 'a', messageId: 'W', replyId: 'R', part: 0, media: null, recipient: '+2' }

test('noteSending() tells a part that WhatsApp has taken from one that may not have left', async () => {
  const { ledger, secrets } = house
  expect(await noteSending(ledger.db, secrets, part)).toEqual({ acked: false })
  expect(await noteSending(ledger.db, secrets, part)).toEqual({ acked: false })
  await noteAcked(ledger.db, part.account, part.messageId)
  expect(await noteSending(ledger.db, secrets, part)).toEqual({ acked: true })
  expect(await noteSending(ledger.db, secrets, { ...part, messageId: 'another' })).toEqual({ acked: false })
})

test('noteSending() done over leaves what was noted as it was', async () => {
  const { ledger, secrets } = house
  await noteSending(ledger.db, secrets, { ...part, media: 'the key' })
  const noted = await findSent(ledger.db, secrets, part.account, part.messageId)
  await noteSending(ledger.db, secrets, { ...part, media: 'another key', recipient: '+3' })
  expect(await findSent(ledger.db, secrets, part.account, part.messageId)).toEqual(noted)
  expect(noted).toMatchObject({ media: 'the key', recipient: '+2' })
})

test('noteSending() leaves the wait for the disk to the keys that are stored after it', async () => {
  const { database, secrets } = house
  const ledger = await openLedger({ url: waitingForDisk(database.url), schema: database.schema })
  const commits = await watchCommits(database.pool, { whatsapp_sent: `'noted'` })
  await noteSending(ledger.db, secrets, part)
  expect(await commits()).toEqual(['noted does not wait'])
  await ledger.close()
})
