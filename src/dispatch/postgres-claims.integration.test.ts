import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledger, openLedger } from '../ledger/open-ledger.ts'
import { describeIdempotencyKeys } from '../testing/idempotency-keys.contract.ts'
import { createLedgerDatabase } from '../testing/installations/test-database.ts'
import { claimKey, releaseKey, settleKey } from './postgres-claims.ts'

type TestLedger = Ledger & { readonly commandIds: (count: number) => Promise<readonly string[]> }

async function openTestLedger(): Promise<TestLedger> {
  const database = await createLedgerDatabase()
  const ledger = await openLedger({ url: database.url, schema: database.schema })
  return {
    ...ledger,
    commandIds: (count) => storeEnvelopes(ledger, count),
    close: async () => {
      await ledger.close()
      await database.close()
    },
  }
}

/** A claim names a stored envelope; these say no more than they must. */
async function storeEnvelopes({ pool }: Ledger, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ command_id: string }>(
    `with person as (
       insert into people (phone, name, roles, language, time_zone, source)
       values ($2, 'Ana', '{owner}', 'en', 'UTC', 'test') returning id
     ), identity as (
       insert into identities (kind, value) values ('phone', $2) returning id
     ), chat as (
       insert into chats (account, channel, kind, external) values ('test', 'terminal', 'private', $2) returning id
     )
     insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, target_entity,
                            chat_id, identity_id, person_id, created_at)
     select gen_random_uuid(), gen_random_uuid(), 'orders.cancel', 'destructive', 'accepted', '{}', '', '', 'Order',
            chat.id, identity.id, person.id, now()
     from person, identity, chat, generate_series(1, $1)
     returning command_id`,
    [count, randomUUID()],
  )
  return rows.map((row) => row.command_id)
}

describeIdempotencyKeys('Postgres', async () => {
  const ledger = await openTestLedger()
  return {
    // The claims of record keep the promises of their fast front, each in a transaction of its own here.
    keys: {
      claim: (claim) => claimKey(ledger.db, { ...claim, held: false, now: new Date() }),
      release: (claim) => releaseKey(ledger.db, claim),
    },
    commandIds: ledger.commandIds,
    close: ledger.close,
  }
})

describe('claims in a transaction', () => {
  const noon = new Date('2026-03-01T12:00:00Z')
  const later = (ms: number): Date => new Date(noon.getTime() + ms)
  const windowMs = 60_000
  let ledger: TestLedger
  let first: string
  let second: string
  beforeAll(async () => {
    ledger = await openTestLedger()
    ;[first = '', second = ''] = await ledger.commandIds(2)
  })
  afterAll(() => ledger.close())

  const claim = (key: string, commandId: string, now: Date, held = false) =>
    claimKey(ledger.db, { key, commandId, windowMs, held, now })

  test('the window ends on the millisecond', async () => {
    const key = randomUUID()
    await claim(key, first, noon)
    expect(await claim(key, second, later(windowMs - 1))).toEqual({ kind: 'held', commandId: first })
    expect(await claim(key, second, later(windowMs))).toEqual({ kind: 'claimed' })
  })

  test('a held key is never taken, however long ago its window ended', async () => {
    const key = randomUUID()
    await claim(key, first, noon, true)
    expect(await claim(key, second, later(1_000 * windowMs))).toEqual({ kind: 'held', commandId: first })
  })

  test('a claim that is done over does not let go of a held key, and keeps its first time', async () => {
    const key = randomUUID()
    await claim(key, first, noon, true)
    await claim(key, first, later(1_000), false)
    expect(await claim(key, second, later(10 * windowMs))).toEqual({ kind: 'held', commandId: first })
    const row = await ledger.db.selectFrom('claims').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
    expect(row).toEqual({ key, command_id: first, claimed_at: noon, until: later(windowMs + 1_000), held: true })
  })

  test('when the command is settled, the window that began with the claim decides again', async () => {
    const key = randomUUID()
    await claim(key, first, noon, true)
    expect(await settleKey(ledger.db, { key, commandId: second })).toBe(false)
    expect(await settleKey(ledger.db, { key, commandId: first })).toBe(true)
    expect(await claim(key, second, later(windowMs - 1))).toEqual({ kind: 'held', commandId: first })
    expect(await claim(key, second, later(windowMs))).toEqual({ kind: 'claimed' })
  })

  test('a held key is released by its own command alone', async () => {
    const key = randomUUID()
    await claim(key, first, noon, true)
    await releaseKey(ledger.db, { key, commandId: second })
    expect(await claim(key, second, noon)).toEqual({ kind: 'held', commandId: first })
    await releaseKey(ledger.db, { key, commandId: first })
    expect(await claim(key, second, noon)).toEqual({ kind: 'claimed' })
  })

  test('a claim is undone with the transaction that made it', async () => {
    const key = randomUUID()
    const undone = ledger.db.transaction().execute(async (transaction) => {
      await claimKey(transaction, { key, commandId: first, windowMs, held: true, now: noon })
      throw new Error('the rest of the turn failed')
    })
    await expect(undone).rejects.toThrow('the rest of the turn failed')
    expect(await claim(key, second, noon)).toEqual({ kind: 'claimed' })
  })

  test('a rival waits for the transaction that claims, and is told the holder when it commits', async () => {
    const key = randomUUID()
    let rival: Promise<unknown> = Promise.resolve()
    await ledger.db.transaction().execute(async (transaction) => {
      await claimKey(transaction, { key, commandId: first, windowMs, held: true, now: noon })
      rival = claim(key, second, noon)
      await expect
        .poll(async () => {
          const { rows } = await ledger.pool.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%into claims%'
             and pid in (select pid from pg_locks where not granted)`,
          )
          return rows.length
        })
        .toBeGreaterThan(0)
    })
    expect(await rival).toEqual({ kind: 'held', commandId: first })
  })
})
