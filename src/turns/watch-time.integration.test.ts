import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresJournal, takeRun } from '../ledger/commands/runs.ts'
import { silentMeter } from '../telemetry/meter.ts'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { watchTime } from './watch-time.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

const soon = () => new Date(Date.now() + 60_000)

test('previews in chats that nobody serves do not keep others from expiring', async () => {
  const { pool, db } = house.ledger
  const { chatId, identityId, personId } = house.lane
  await pool.query(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, target_entity, chat_id, identity_id,
       person_id, created_at, expires_at)
     select gen_random_uuid(), n::text, 'N', 'mutation', 'accepted', '{}', 'd', n::text, 'Order', $1, $2, $3, now(), now()
     from generate_series(1, 250) n`,
    [chatId, identityId, personId],
  )
  const deps = { db, secrets: house.secrets, clock: soon, meter: silentMeter }
  for (let round = 0; round < 3; round++) await watchTime(deps, { startWithinMs: 600_000 })
  const expiries = await pool.query(`select count(*)::int as count from inbox where kind = 'expiry'`)
  expect(expiries.rows).toEqual([{ count: 250 }])
})

test('a command that a worker took and did nothing of expires in time, and what it comes back to do is refused; one that has begun does not', async () => {
  const { db, pool } = house.ledger
  const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
  const take = async () => {
    const holder = { commandId: await house.confirm(), owner: 'a worker' }
    const epoch = await takeRun(db, house.secrets, { ...holder, stored: null, now: new Date() })
    return { ...holder, journal: createPostgresJournal(db, house.secrets, { ...holder, epoch }) }
  }
  const [taken, begun] = [await take(), await take()]
  await begun.journal.write(intent)
  await watchTime({ db, secrets: house.secrets, clock: soon, meter: silentMeter }, { startWithinMs: 0 })
  const statusOf = async (commandId: string) => {
    const { rows } = await pool.query('select status, reason from envelopes where command_id = $1', [commandId])
    return rows[0] as unknown
  }
  expect(await statusOf(taken.commandId)).toEqual({ status: 'rejected', reason: 'expired' })
  expect(await statusOf(begun.commandId)).toEqual({ status: 'confirmed', reason: null })
  await expect(taken.journal.write(intent)).rejects.toMatchObject({ code: 'fenced' })
})

test('a confirmed command that cannot be expired keeps no other from it', async () => {
  const { pool, db } = house.ledger
  const stuck = await house.confirm()
  const other = await house.confirm()
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
     create trigger stuck before update on envelopes for each row when (old.command_id = '${stuck}') execute function refuse()`,
  )
  const round = watchTime({ db, secrets: house.secrets, clock: soon, meter: silentMeter }, { startWithinMs: 0 })
  await expect(round).rejects.toThrow('not this one')
  const { rows } = await pool.query('select command_id, status, reason from envelopes where command_id = any($1)', [
    [stuck, other],
  ])
  expect(new Map(rows.map(({ command_id, status, reason }) => [command_id, [status, reason]]))).toEqual(
    new Map([
      [stuck, ['confirmed', null]],
      [other, ['rejected', 'expired']],
    ]),
  )
})
