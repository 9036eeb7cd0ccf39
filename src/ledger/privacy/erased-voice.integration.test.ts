import { expect, test } from 'vitest'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'

test('an erased command keeps which messages made it, and nothing of what was heard in them', async () => {
  const house = await createTestLedger()
  const audio = [{ message_id: 'note-1', transcript: 'cancel the order of Maria Souza', engine: 'local' }]
  const document = {
    args: { id: '204' },
    intent: { entity: 'Order', action: 'Cancel', target: { id: '204' } },
    sayso: { facts: {} },
    trace: { conversation_id: 'c', message_ids: ['note-1'], audio },
  }
  const { rows } = await house.database.pool.query<{ erased: unknown }>('select erased_document($1::jsonb) as erased', [
    JSON.stringify(document),
  ])
  expect(rows[0]?.erased).toMatchObject({ trace: { conversation_id: 'c', message_ids: ['note-1'] } })
  expect(JSON.stringify(rows)).not.toContain('Maria')
  await house.close()
})
