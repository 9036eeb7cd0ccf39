import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'
import { tellWaiting } from './tell-waiting.ts'

const clock = () => new Date(Date.now() + 5000)

test('of more commands than are looked at at a time everyone is told that theirs waits, and once', async () => {
  const { database, ledger, secrets, accept, close } = await createTestLedger()
  const catalogue = await loadShippedCatalogue()
  const like = await accept()
  await database.pool.query(
    `insert into envelopes select (jsonb_populate_record(e, jsonb_build_object(
      'command_id', gen_random_uuid(), 'ref', 'N' || n, 'idempotency_key', 'key ' || n))).*
    from envelopes e, generate_series(1, 102) n where command_id = $1`,
    [like],
  )
  await database.pool.query(`update envelopes set status = 'confirmed', confirmed_at = now()`)
  const told = async () => {
    await tellWaiting({ db: ledger.db, secrets, catalogue, clock, queue: { health: async () => 'up' } })
    const rows = await ledger.db.selectFrom('outbox').select('command_id').execute()
    return rows.map(({ command_id: id }) => id)
  }
  expect(new Set(await told()).size).toBe(103)
  expect(await told()).toHaveLength(103)
  await close()
})

test('nobody is told that it waits once it is over, also where that happened while the queue was asked', async () => {
  const { database, ledger, secrets, accept, close } = await createTestLedger()
  const catalogue = await loadShippedCatalogue()
  await accept()
  await database.pool.query(`update envelopes set status = 'confirmed', confirmed_at = now()`)
  const health = async () => {
    await database.pool.query(`update envelopes set status = 'executed', settled_at = now()`)
    return 'up' as const
  }
  await tellWaiting({ db: ledger.db, secrets, catalogue, clock, queue: { health } })
  expect(await ledger.db.selectFrom('outbox').select('command_id').execute()).toEqual([])
  await close()
})
