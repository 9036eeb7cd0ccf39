import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { issuanceOf } from './issuance.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
  await database.pool.query(`
    insert into chats (account, channel, kind, external) values ('test', 'terminal', 'private', '+5511990000001');
    insert into identities (kind, value) values ('phone', '+5511990000001');
    insert into people (phone, name, roles, language, time_zone, source) values ('+5511990000001', 'Ana', '{}', 'en', 'UTC', 'file')`)
})

afterAll(async () => {
  await ledger.close()
  await database.close()
})

type Done = {
  readonly name?: string
  readonly args?: JsonObject
  readonly minute?: number
  /** How many others its own issuance had. */
  readonly others?: number
  readonly effect?: 'some' | 'unknown' | 'none'
  /** Steps that were not done. */
  readonly left?: readonly string[]
}

/** Has something done at a minute, with the issuance that it would have; or, with an effect, has it fail. */
async function executed(
  baseKey: string,
  entity: string,
  targetId: string | null,
  { name = 'TRY', args = {}, minute = 0, others = 0, effect, left = [] }: Done = {},
): Promise<string> {
  const id = await confirmed(baseKey, entity, targetId, { name, args, others })
  await database.pool.query(`update envelopes set status = $3, settled_at = $2, outcome = $4 where command_id = $1`, [
    id,
    timeOf(minute),
    effect === undefined ? 'executed' : 'failed',
    effect === undefined ? null : JSON.stringify({ kind: 'failed', effect, steps: { left } }),
  ])
  return id
}

async function confirmed(
  baseKey: string,
  entity: string,
  targetId: string | null,
  { name = 'TRY', args = {}, others = 0 }: Done = {},
): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, base_key, target_entity,
       target_id, chat_id, identity_id, person_id, created_at)
     select $1::uuid, $1::text, $5, 'mutation', 'accepted', $6, '', $1::text, $2, $3, $4, chats.id, identities.id, people.id, now()
     from chats, identities, people`,
    [id, baseKey, entity, targetId, name, JSON.stringify({ args, sayso: { issuance: { again: 0, others } } })],
  )
  await database.pool.query(`update envelopes set status = 'confirmed', confirmed_at = now() where command_id = $1`, [
    id,
  ])
  return id
}

const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()

const others = async (baseKey: string, entity: string, targetId: string | null) =>
  (await issuanceOf(ledger.db, { baseKey, entity, targetId })).others

test('what other commands did since to the same target counts, and to the same entity where there is no target', async () => {
  await executed('pause', 'System', null)
  expect(await others('pause', 'System', null)).toBe(0)
  await executed('resume', 'System', null, { minute: 1 })
  expect(await others('pause', 'System', null)).toBe(1)
  await executed('cancel', 'Order', '204', { minute: 2 })
  await executed('reinstate', 'Order', '205', { minute: 3 })
  expect(await others('cancel', 'Order', '204')).toBe(0)
  await executed('reinstate', 'Order', '204', { minute: 4 })
  expect(await others('cancel', 'Order', '204')).toBe(1)
  expect(await others('pause', 'System', null)).toBe(1)
})

test('of a setting counts what it was set to otherwise', async () => {
  await executed('set to dark', 'Mode', 'dark', { minute: 1 })
  await executed('set to light', 'Mode', 'light', { minute: 2 })
  const wish = { baseKey: 'set to dark', entity: 'Mode', targetId: 'dark' }
  expect((await issuanceOf(ledger.db, wish)).others).toBe(0)
  expect((await issuanceOf(ledger.db, { ...wish, alike: ['dark', 'light'] })).others).toBe(1)
  expect((await issuanceOf(ledger.db, { ...wish, alike: ['dark', 'dim'] })).others).toBe(0)
})

test('what was done before counts for nothing, and each time that something is done in between for one more', async () => {
  await executed('note', 'Order', '208', { minute: 1 })
  await executed('wish of 208', 'Order', '208', { minute: 2 })
  expect(await others('wish of 208', 'Order', '208')).toBe(0)
  await executed('note', 'Order', '208', { minute: 3 })
  await executed('note', 'Order', '208', { minute: 4 })
  expect(await others('wish of 208', 'Order', '208')).toBe(1)
  await executed('wish of 208', 'Order', '208', { minute: 5, others: 1 })
  expect(await others('wish of 208', 'Order', '208')).toBe(1)
  await executed('note', 'Order', '208', { minute: 6 })
  expect(await others('wish of 208', 'Order', '208')).toBe(2)
})

test('what stopped halfway or may have happened counts too, and what changed nothing does not', async () => {
  await executed('wish of 209', 'Order', '209', { minute: 1 })
  await executed('other', 'Order', '209', { minute: 2, effect: 'none' })
  expect(await others('wish of 209', 'Order', '209')).toBe(0)
  await executed('other', 'Order', '209', { minute: 2, effect: 'some' })
  expect(await others('wish of 209', 'Order', '209')).toBe(1)
  await executed('wish of 210', 'Order', '210', { minute: 1 })
  const doubted = await executed('other', 'Order', '210', { minute: 2, effect: 'unknown' })
  expect(await others('wish of 210', 'Order', '210')).toBe(1)
  await database.pool.query(
    `insert into settlements (command_id, verdict, settled_by, at) values ($1, 'not_happened', $1, now())`,
    [doubted],
  )
  expect(await others('wish of 210', 'Order', '210')).toBe(0)
  const half = await executed('other', 'Order', '210', { minute: 3, effect: 'unknown', left: ['Warm'] })
  await database.pool.query(
    `insert into settlements (command_id, verdict, settled_by, at) values ($1, 'happened', $1, now())`,
    [half],
  )
  expect(await others('wish of 210', 'Order', '210')).toBe(1)
})

test('while the same is under way nothing that is done meanwhile makes it another', async () => {
  await confirmed('wish of 211', 'Order', '211')
  await executed('other', 'Order', '211', { minute: 2 })
  expect(await others('wish of 211', 'Order', '211')).toBe(0)
})

const forget = (id: string) =>
  database.pool.query(
    `update envelopes set document = erased_document(document), target_id = null, erased_at = now() where command_id = $1`,
    [id],
  )

test('forgetting what was done in between takes nothing away', async () => {
  const added = await executed('add', 'Person', '+1', { minute: 1 })
  await executed('forget', 'Person', '+1', { minute: 2, others: 1 })
  await forget(added)
  expect(await others('forget', 'Person', '+1')).toBe(1)
  const back = await executed('add', 'Person', '+1', { minute: 3 })
  expect(await others('forget', 'Person', '+1')).toBe(2)
  await forget(back)
  expect(await others('forget', 'Person', '+1')).toBe(2)
})

describe('what takes a wish back', () => {
  const undo = { name: 'RENAME', args: { from: 'b', to: 'a' } }
  const undoings = [{ ...undo, entity: 'File', targetId: 'b', since: timeOf(10), made: false }]
  const othersOf = async (baseKey: string) =>
    (await issuanceOf(ledger.db, { baseKey, entity: 'File', targetId: 'a', undoings })).others

  test('moves its issuance though it is about another target', async () => {
    await executed('a to b', 'File', 'a', { name: 'RENAME', args: { from: 'a', to: 'b' }, minute: 10 })
    expect(await othersOf('a to b')).toBe(0)
    await executed('b to a, gently', 'File', 'b', { ...undo, args: { ...undo.args, reason: 'gently' }, minute: 12 })
    expect(await othersOf('a to b')).toBe(1)
  })

  test('is neither what was done before, nor another command, nor one with other values', async () => {
    await executed('a to b', 'File', 'a', { name: 'RENAME', args: { from: 'a', to: 'b' }, minute: 20, others: 1 })
    await executed('b to a, long ago', 'File', 'b', { ...undo, minute: 9 })
    await executed('b away', 'File', 'b', { name: 'DELETE', args: undo.args, minute: 23 })
    await executed('b to c', 'File', 'b', { name: 'RENAME', args: { from: 'b', to: 'c' }, minute: 23 })
    await executed('c to a', 'File', 'c', { name: 'RENAME', args: { from: 'c', to: 'a' }, minute: 23 })
    expect(await othersOf('a to b')).toBe(1)
    await executed('b to a', 'File', 'b', { ...undo, minute: 24 })
    expect(await othersOf('a to b')).toBe(2)
  })

  test('of what made a thing is joined by whatever else is done with that thing', async () => {
    await executed('rent', 'Rental', 'bike 1', { name: 'RENT', minute: 10 })
    const ofRental = { name: 'CANCEL', entity: 'Rental', targetId: '520', args: {}, since: timeOf(10) }
    const othersOfRent = async (made: boolean) => {
      const wish = { baseKey: 'rent', entity: 'Rental', targetId: 'bike 1' }
      return (await issuanceOf(ledger.db, { ...wish, undoings: [{ ...ofRental, made }] })).others
    }
    await executed('return, long ago', 'Rental', '520', { name: 'RETURN', minute: 9 })
    await executed('return another', 'Rental', '521', { name: 'RETURN', minute: 11 })
    expect(await othersOfRent(true)).toBe(0)
    await executed('return', 'Rental', '520', { name: 'RETURN', minute: 11 })
    expect(await othersOfRent(true)).toBe(1)
    expect(await othersOfRent(false)).toBe(0)
    await executed('cancel', 'Rental', '520', { name: 'CANCEL', minute: 12 })
    expect(await othersOfRent(false)).toBe(1)
  })
})
