import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { confirmedCommands } from './pending-work.ts'
import { settleAsUnknown } from './settle-as-unknown.ts'

/** One more than are looked for at a time. */
const many = 1001

let house: TestLedger

beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

test('however many commands were confirmed, none of them is left that a worker could run', async () => {
  const { ledger, secrets, database } = house
  const first = await house.accept()
  // Copies of the first one under ids of their own.
  await database.pool.query(
    `insert into envelopes
     select (jsonb_populate_record(e, jsonb_build_object('command_id', id, 'ref', left(id::text, 18),
       'document', jsonb_set(e.document, '{command_id}', to_jsonb(id))))).*
     from envelopes e, (select gen_random_uuid() as id from generate_series(2, $2::int)) as ids where e.command_id = $1`,
    [first, many],
  )
  await database.pool.query(`update envelopes set status = 'confirmed', confirmed_at = now()`)
  const settled = await ledger.db
    .transaction()
    .execute((trx) => settleAsUnknown(trx, { secrets, clock: () => new Date() }))
  expect(new Set(settled).size).toBe(many)
  expect(await confirmedCommands(ledger.db)).toEqual([])
})
