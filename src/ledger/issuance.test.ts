import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { issuanceOf } from './issuance.ts'
import { openLedger, type Ledger } from './open-ledger.ts'

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createTestDatabase()
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

async function executed(baseKey: string, entity: string, targetId: string | null): Promise<void> {
  const id = randomUUID()
  await database.pool.query(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, base_key, target_entity,
       target_id, chat_id, identity_id, person_id, created_at)
     select $1::uuid, $1::text, 'TRY', 'mutation', 'accepted', '{}', '', $1::text, $2, $3, $4, chats.id, identities.id, people.id, now()
     from chats, identities, people`,
    [id, baseKey, entity, targetId],
  )
  await database.pool.query(`update envelopes set status = 'confirmed', confirmed_at = now() where command_id = $1`, [
    id,
  ])
  await database.pool.query(`update envelopes set status = 'executed' where command_id = $1`, [id])
}

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
