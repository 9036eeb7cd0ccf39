/** Envelopes, runs, outcomes, issuance and tokens over the real tables. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../execution/run/outcome.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { countWrongToken, findRecords, moveEnvelope } from './envelopes.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { transact } from '../transact.ts'
import { admitCommandEvent, chatsWithWork } from '../talk/inbox.ts'
import { firstInLane } from '../talk/next-in-lane.ts'
import { holderOfKey, issuanceOf } from './issuance.ts'
import { confirmedCommands } from './pending-work.ts'
import { recordOutcome } from './record-outcome.ts'
import { hasBegun } from './has-begun.ts'
import { barRun, createPostgresJournal, finishRun, releaseRun, runOf, takeRun } from './runs.ts'
import { checkToken } from './tokens.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

const now = new Date()
const executed: Outcome = { kind: 'executed', outputs: {} }
const failed = (effect: 'none' | 'some' | 'unknown'): Outcome => ({
  kind: 'failed',
  reason: effect === 'unknown' ? 'effect_unknown' : 'action_failed',
  explanation: 'it broke',
  effect,
  outputs: {},
})

function record(commandId: string, outcome: Outcome) {
  return recordOutcome(
    house.ledger.db,
    { secrets: house.secrets, clock: () => now },
    { commandId, from: 'confirmed', outcome },
  )
}

test.each([
  ['an executed command keeps its key for its window', executed, { held: false }],
  ['a failure without effect gives the key back', failed('none'), null],
  ['a failure halfway keeps the key for its window', failed('some'), { held: false }],
  ['an unknown effect holds the key, also past its window', failed('unknown'), { held: true }],
] as const)('%s', async (_what, outcome, claim) => {
  const commandId = await house.confirm()
  expect(await record(commandId, outcome)).toMatchObject({
    chatId: house.lane.chatId,
    identityId: house.lane.identityId,
  })
  const { rows } = await house.database.pool.query('select held from claims where key = $1', [commandId])
  expect(rows).toEqual(claim === null ? [] : [claim])
  const inWindow = await holderOfKey(house.ledger.db, commandId, now)
  const later = await holderOfKey(house.ledger.db, commandId, new Date(now.getTime() + 3_600_000))
  expect([inWindow, later]).toEqual([claim === null ? null : commandId, claim?.held === true ? commandId : null])
})

test('an outcome is recorded once: what comes after it changes nothing and proves nothing', async () => {
  const commandId = await house.confirm()
  await record(commandId, executed)
  expect(await record(commandId, failed('some'))).toBeNull()
  const [stored] = await findRecords(house.ledger.db, { commandId })
  expect(stored).toMatchObject({ status: 'executed', reason: null, outcome: executed })
  const { rows } = await house.database.pool.query('select kind from evidence where command_id = $1', [commandId])
  expect(rows).toEqual([{ kind: 'command.executed' }])
})

test.each([
  ['asked for', 'command.accepted', (id: string) => ({ messages: ['first', id] })],
  ['asked for in vain', 'command.rejected', (id: string) => ({ messages: [id], reason: 'unauthorised' })],
  ['confirmed', 'command.confirmed', (id: string) => ({ message: id })],
])('a command is found by the message that it was %s with, in its chat alone', async (_what, kind, factsOf) => {
  const [commandId, messageId] = [await house.accept(), randomUUID()]
  const { db } = house.ledger
  await house.accept()
  await appendEvidence(db, house.secrets, [{ at: now, kind, commandId, facts: factsOf(messageId) }])
  const found = async (chatId: string) => (await findRecords(db, { messageId, chatId })).map((each) => each.commandId)
  expect(await found(house.lane.chatId)).toEqual([commandId])
  expect(await found(randomUUID())).toEqual([])
})

test('moveEnvelope() moves from the expected state alone, and only as the danger allows', async () => {
  const read = await house.accept({ safety: 'read' })
  const mutation = await house.accept()
  const { db } = house.ledger
  expect(await moveEnvelope(db, read, { from: 'accepted', to: 'confirmed', mac: Buffer.alloc(32) }, now)).toBe(false)
  expect(
    await moveEnvelope(db, mutation, { from: 'accepted', to: 'executed', reason: null, outcome: executed }, now),
  ).toBe(false)
  expect(await moveEnvelope(db, mutation, { from: 'confirmed', to: 'rejected', reason: 'cancelled' }, now)).toBe(false)
  expect(await confirmedCommands(db)).not.toContain(mutation)
  expect(await moveEnvelope(db, mutation, { from: 'accepted', to: 'confirmed', mac: Buffer.alloc(32) }, now)).toBe(true)
  expect(await moveEnvelope(db, mutation, { from: 'accepted', to: 'confirmed', mac: Buffer.alloc(32) }, now)).toBe(
    false,
  )
  expect(await confirmedCommands(db)).toContain(mutation)
})

test('a run that was taken over can neither write to its journal nor end', async () => {
  const commandId = await house.confirm()
  const { db } = house.ledger
  const first = await takeRun(db, house.secrets, { stored: null, commandId, owner: 'one', now })
  const one = { commandId, epoch: first, owner: 'one' }
  const journal = createPostgresJournal(db, house.secrets, one)
  await journal.write({ kind: 'intent', step: 'A', meta: {}, prepared: null })
  const stored = await runOf(db, house.secrets, commandId)
  expect(stored).toEqual({ epoch: first, owner: 'one' })
  const second = await takeRun(db, house.secrets, { stored, commandId, owner: 'two', now })
  expect(second).toBeGreaterThan(first)
  await expect(journal.write({ kind: 'done', step: 'A', output: 1, yielded: [] })).rejects.toMatchObject({
    code: 'fenced',
  })
  await expect(finishRun(db, { ...one, now })).rejects.toMatchObject({ code: 'fenced' })

  const two = { commandId, epoch: second, owner: 'two' }
  const rival = createPostgresJournal(db, house.secrets, two)
  expect(await rival.read()).toEqual([{ kind: 'intent', step: 'A', meta: {}, prepared: null }])
  await rival.write({ kind: 'done', step: 'A', output: 1, yielded: [] })
  await rival.write({ kind: 'intent', step: 'B', meta: {}, prepared: null })
  expect((await rival.read()).map(({ kind, step }) => [step, kind])).toEqual([
    ['A', 'done'],
    ['B', 'intent'],
  ])
  await finishRun(db, { ...two, now })
  await expect(finishRun(db, { ...two, now })).rejects.toMatchObject({ code: 'fenced' })
})

test('a run has begun with its first entry; from then on nobody bars it, and once it is barred it never begins', async () => {
  const { db } = house.ledger
  const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
  const [begun, barred] = [await house.confirm(), await house.confirm()]
  const [first, second] = await Promise.all(
    [begun, barred].map(async (commandId) => {
      const epoch = await takeRun(db, house.secrets, { stored: null, commandId, owner: 'one', now })
      return createPostgresJournal(db, house.secrets, { commandId, epoch, owner: 'one' })
    }),
  )
  expect(await hasBegun(db, house.secrets, begun)).toBe(false)
  await first?.write(intent)
  expect(await hasBegun(db, house.secrets, begun)).toBe(true)
  expect(await barRun(db, house.secrets, begun)).toBe(false)
  await first?.write({ kind: 'done', step: 'A', output: null, yielded: [] })

  expect(await barRun(db, house.secrets, barred)).toBe(true)
  await expect(second?.write(intent)).rejects.toMatchObject({ code: 'fenced' })
})

test('of an intent and what bars its run at the same moment, whichever is second heeds the first', async () => {
  const { db } = house.ledger
  const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
  const ends = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const commandId = await house.confirm()
      const epoch = await takeRun(db, house.secrets, { stored: null, commandId, owner: 'one', now })
      const journal = createPostgresJournal(db, house.secrets, { commandId, epoch, owner: 'one' })
      const [isBarred, wrote] = await Promise.all([
        transact(db, (trx) => barRun(trx, house.secrets, commandId)),
        journal.write(intent).then(
          () => true,
          () => false,
        ),
      ])
      return isBarred !== wrote
    }),
  )
  expect(ends).toEqual(ends.map(() => true))
})

test("a run that was let go is nobody's until it is taken, and who has lost it does not let it go", async () => {
  const commandId = await house.confirm()
  const { db } = house.ledger
  const first = await takeRun(db, house.secrets, { stored: null, commandId, owner: 'one', now })
  const one = { commandId, epoch: first, owner: 'one' }
  const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
  await releaseRun(db, house.secrets, one)
  const stored = await runOf(db, house.secrets, commandId)
  expect(stored).toEqual({ epoch: first, owner: '' })
  await expect(createPostgresJournal(db, house.secrets, one).write(intent)).rejects.toMatchObject({ code: 'fenced' })
  const epoch = await takeRun(db, house.secrets, { stored, commandId, owner: 'two', now })
  await releaseRun(db, house.secrets, one)
  await releaseRun(db, house.secrets, { ...one, epoch })
  await createPostgresJournal(db, house.secrets, { commandId, epoch, owner: 'two' }).write(intent)
})

test('an epoch that is given twice, because Postgres forgot the first time, is still of the second worker alone', async () => {
  const commandId = await house.confirm()
  const { db } = house.ledger
  const epoch = await takeRun(db, house.secrets, { stored: null, commandId, owner: 'one', now })
  await db.deleteFrom('runs').where('command_id', '=', commandId).execute()
  expect(await takeRun(db, house.secrets, { stored: null, commandId, owner: 'two', now })).toBe(epoch)
  const lost = { commandId, epoch, owner: 'one' }
  const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
  await expect(createPostgresJournal(db, house.secrets, lost).write(intent)).rejects.toMatchObject({ code: 'fenced' })
  await expect(finishRun(db, { ...lost, now })).rejects.toMatchObject({ code: 'fenced' })
  await createPostgresJournal(db, house.secrets, { ...lost, owner: 'two' }).write(intent)
})

test('cancel, reinstate, cancel are three commands; a wish that was declined leaves no trace in the issuance', async () => {
  const { db } = house.ledger
  const cancel = { action: 'Cancel', target: '204', baseKey: 'cancel 204' }
  const issuance = () => issuanceOf(db, { baseKey: 'cancel 204', entity: 'Order', targetId: '204' })
  expect(await issuance()).toEqual({ again: 0, others: 0 })
  await record(await house.confirm(cancel), executed)
  expect(await issuance()).toEqual({ again: 0, others: 0 })
  await record(await house.confirm({ action: 'Reinstate', target: '204', baseKey: 'reinstate 204' }), executed)
  expect(await issuance()).toEqual({ again: 0, others: 1 })
  await record(await house.confirm({ action: 'Refund', target: '204', baseKey: 'refund 204' }), failed('none'))
  await record(await house.confirm({ action: 'Cancel', target: '205', baseKey: 'cancel 205' }), executed)
  expect(await issuance()).toEqual({ again: 0, others: 1 })

  const declined = await house.accept({ ...cancel, again: 1 })
  await moveEnvelope(db, declined, { from: 'accepted', to: 'rejected', reason: 'declined' }, now)
  expect(await issuance()).toEqual({ again: 0, others: 1 })
  await house.confirm({ ...cancel, again: 1, others: 1 })
  expect(await issuance()).toEqual({ again: 1, others: 1 })
})

test('a token counts for its own command, and only while that waits', async () => {
  const { db } = house.ledger
  const commandId = await house.accept({ token: 'C9F2' })
  const other = await house.accept({ token: 'K7Q2' })
  const without = await house.accept()
  const check = (id: string, token: string) => checkToken(db, house.secrets, { commandId: id, token })
  expect(await check(commandId, 'C9F2')).toEqual({ matches: true, spent: false, wrongTries: 0 })
  expect(await check(commandId, 'K7Q2')).toEqual({ matches: false, spent: false, wrongTries: 0 })
  expect(await check(other, 'C9F2')).toEqual({ matches: false, spent: false, wrongTries: 0 })
  expect(await check(without, '')).toEqual({ matches: false, spent: false, wrongTries: 0 })
  await countWrongToken(db, commandId)
  expect(await check(commandId, 'C9F2')).toEqual({ matches: true, spent: false, wrongTries: 1 })
  await moveEnvelope(db, commandId, { from: 'accepted', to: 'rejected', reason: 'expired' }, now)
  expect(await check(commandId, 'C9F2')).toMatchObject({ matches: false, spent: false })
  await moveEnvelope(db, other, { from: 'accepted', to: 'confirmed', mac: Buffer.alloc(32) }, now)
  expect(await check(other, 'K7Q2')).toMatchObject({ matches: false, spent: true })
  expect(await check(other, 'C9F2')).toMatchObject({ matches: false, spent: false })
})

test('the end of a command enters the lane of the person who asked, once', async () => {
  const { db } = house.ledger
  const commandId = await house.accept()
  await admitCommandEvent(db, house.secrets, 'expiry', { commandId, ...house.lane }, now)
  await admitCommandEvent(db, house.secrets, 'expiry', { commandId, ...house.lane }, now)
  expect(await chatsWithWork(db, 'a')).toEqual([house.lane.chatId])
  expect(await firstInLane(db, house.secrets, house.lane.chatId)).toMatchObject({
    isVouched: true,
    row: { kind: 'expiry', messageId: commandId, senderId: house.lane.identityId, takenAt: null },
  })
  const { rows } = await house.database.pool.query('select kind from inbox')
  expect(rows).toEqual([{ kind: 'expiry' }])
})
