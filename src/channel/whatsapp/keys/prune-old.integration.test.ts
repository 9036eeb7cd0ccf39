import { expect, test } from 'vitest'
import { createTestLedger } from '../../../testing/installations/test-ledger.ts'
import { startPruning } from './prune-old.ts'

test('what grows old while a number is served is dropped, and what is not old or not done is kept', async () => {
  const house = await createTestLedger()
  const { pool } = house.database
  const left = async () => {
    const { rows } = await pool.query<{ id: string }>(
      'select message_id as id from whatsapp_inbound union all select message_id from whatsapp_sent order by 1',
    )
    return rows.map(({ id }) => id)
  }
  const troubles: unknown[] = []
  const pruning = startPruning({ db: house.ledger.db, onTrouble: (error) => troubles.push(error), everyMs: 20 })
  try {
    await pool.query(`insert into whatsapp_accounts (account, epoch) values ('a', 1)`)
    await pool.query(
      `insert into whatsapp_inbound (account, digest, message_id, received_at, done_at) values
        ('a', '1', 'came long ago', now() - interval '8 days', now()),
        ('a', '2', 'came, not done', now() - interval '8 days', null),
        ('a', '3', 'came this week', now() - interval '6 days', now())`,
    )
    await pool.query(
      `insert into whatsapp_sent (account, message_id, reply_id, part, recipient, created_at) values
        ('a', 'left long ago', 'r', 0, '+1', now() - interval '15 days'),
        ('a', 'left last week', 'r', 1, '+1', now() - interval '13 days')`,
    )
    await expect.poll(left).toEqual(['came, not done', 'came this week', 'left last week'].toSorted())
    expect(troubles).toEqual([])
  } finally {
    pruning.stop()
    await house.close()
  }
})
