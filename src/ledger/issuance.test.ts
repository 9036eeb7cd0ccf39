import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { createLedgerDatabase, type TestDatabase } from '../testing/test-database.ts'
import { issuanceOf } from './issuance.ts'
import { openLedger, type Ledger } from './open-ledger.ts'

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

async function executed(
  baseKey: string,
  entity: string,
  targetId: string | null,
  { name = 'TRY', args = {}, minute = 0 }: { name?: string; args?: JsonObject; minute?: number } = {},
): Promise<void> {
  const id = randomUUID()
  await database.pool.query(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, base_key, target_entity,
       target_id, chat_id, identity_id, person_id, created_at)
     select $1::uuid, $1::text, $5, 'mutation', 'accepted', $6, '', $1::text, $2, $3, $4, chats.id, identities.id, people.id, now()
     from chats, identities, people`,
    [id, baseKey, entity, targetId, name, JSON.stringify({ args })],
  )
  await database.pool.query(`update envelopes set status = 'confirmed', confirmed_at = now() where command_id = $1`, [
    id,
  ])
  await database.pool.query(`update envelopes set status = 'executed', settled_at = $2 where command_id = $1`, [
    id,
    timeOf(minute),
  ])
}

const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()

const others = async (baseKey: string, entity: string, targetId: string | null) =>
  (await issuanceOf(ledger.db, { baseKey, entity, targetId })).others

test('what other commands did to the same target counts, and to the same entity where there is no target', async () => {
  await executed('pause', 'System', null)
  expect(await others('pause', 'System', null)).toBe(0)
  await executed('resume', 'System', null)
  expect(await others('pause', 'System', null)).toBe(1)
  await executed('cancel', 'Order', '204')
  expect(await others('reinstate', 'Order', '204')).toBe(1)
  expect(await others('reinstate', 'Order', '205')).toBe(0)
  expect(await others('pause', 'System', null)).toBe(1)
  expect(await others('cancel', 'Order', null)).toBe(0)
})

describe('what takes a wish back', () => {
  const undo = { name: 'RENAME', args: { from: 'b', to: 'a' } }
  const undoings = [{ ...undo, entity: 'File', targetId: 'b', since: timeOf(10), made: false }]
  const othersOf = async (baseKey: string) =>
    (await issuanceOf(ledger.db, { baseKey, entity: 'File', targetId: 'a', undoings })).others

  test('moves its issuance though it is about another target, each time it is done', async () => {
    await executed('a to b', 'File', 'a', { name: 'RENAME', args: { from: 'a', to: 'b' }, minute: 10 })
    expect(await othersOf('a to b')).toBe(0)
    await executed('b to a', 'File', 'b', { ...undo, minute: 11 })
    expect(await othersOf('a to b')).toBe(1)
    await executed('b to a, gently', 'File', 'b', { ...undo, args: { ...undo.args, reason: 'gently' }, minute: 12 })
    expect(await othersOf('a to b')).toBe(2)
  })

  test('is neither what was done before, nor another command, nor one with other values', async () => {
    const before = await othersOf('a to b')
    await executed('b to a, long ago', 'File', 'b', { ...undo, minute: 9 })
    await executed('b away', 'File', 'b', { name: 'DELETE', args: undo.args, minute: 13 })
    await executed('b to c', 'File', 'b', { name: 'RENAME', args: { from: 'b', to: 'c' }, minute: 13 })
    await executed('c to a', 'File', 'c', { name: 'RENAME', args: { from: 'c', to: 'a' }, minute: 13 })
    expect(await othersOf('a to b')).toBe(before)
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
    expect(await othersOfRent(true)).toBe(2)
    expect(await othersOfRent(false)).toBe(1)
  })

  test('counts once where it is about the same target too', async () => {
    await executed('x', 'Order', '300', { minute: 10 })
    await executed('not x', 'Order', '300', { name: 'BACK', minute: 11 })
    const back = { name: 'BACK', entity: 'Order', targetId: '300', args: {}, since: timeOf(10), made: false }
    const issuance = await issuanceOf(ledger.db, { baseKey: 'x', entity: 'Order', targetId: '300', undoings: [back] })
    expect(issuance).toEqual({ again: 0, others: 1 })
  })
})
