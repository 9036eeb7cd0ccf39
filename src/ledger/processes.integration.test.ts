/** What processes on one ledger tell and keep from each other. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { ownCommandLine, ownTerminalAccount } from './account-lock.ts'
import { listenForLanes, notifyLane } from './talk/lane-signal.ts'
import { openLedgerSecrets } from './secrets/open-ledger-secrets.ts'
import { useLedger, type LedgerUse } from './use-ledger.ts'

const soon = { interval: 10 }

let house: TestLedger
beforeEach(async () => {
  house = await createTestLedger()
})
afterEach(() => house.close())

/** Somebody who uses this ledger; one whom nobody should have shut out, unless it is said what happens then. */
function use(onExpelled: () => void = expect.unreachable): Promise<LedgerUse> {
  return useLedger({ url: house.database.url, schema: house.database.schema, onExpelled })
}

/** Cuts the connections that a process of this name has to this ledger, as its death does. */
async function cut(name: string, heldBy: string): Promise<number> {
  const { rows } = await house.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and query like $2`,
    [name, heldBy],
  )
  return rows.length
}

test('a terminal has its account alone, and one that comes back after a death finds its own again', async () => {
  const where = { url: house.database.url, schema: house.database.schema }
  const first = await ownTerminalAccount(where)
  const second = await ownTerminalAccount(where)
  const elsewhere = await ownTerminalAccount({ ...where, schema: `${where.schema}_other` })
  expect([first.account, second.account, elsewhere.account]).toEqual(['terminal', 'terminal-2', 'terminal'])
  await first.release()
  const third = await ownTerminalAccount(where)
  expect(third.account).toBe('terminal')
  await Promise.all([second, third, elsewhere].map(({ release }) => release()))
})

test('of two on the command line the second has the account when the first is through', async () => {
  const where = { url: house.database.url, schema: house.database.schema }
  const first = await ownCommandLine(where)
  const owners = [first.account]
  const waiting = ownCommandLine(where).then((second) => {
    owners.push(second.account)
    return second
  })
  const terminal = await ownTerminalAccount(where)
  expect(owners).toEqual(['command-line'])
  await first.release()
  const second = await waiting
  expect(owners).toEqual(['command-line', 'command-line'])
  await Promise.all([second.release(), terminal.release()])
})

test('a signal comes with the commit, and not without', async () => {
  const heard: (string | null)[] = []
  const signals = listenForLanes({
    url: house.database.url,
    schema: house.database.schema,
    onSignal: (chat) => heard.push(chat),
  })
  await signals.ready
  const undone = house.ledger.db.transaction().execute(async (trx) => {
    await notifyLane(trx, house.database.schema, 'undone')
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await house.ledger.db.transaction().execute((trx) => notifyLane(trx, house.database.schema, 'done'))
  await expect.poll(() => heard, soon).toContain('done')
  // The first says that signals from before may have been missed.
  expect(heard).toEqual([null, 'done'])
  await signals.close()
})

test('a lost connection is opened again, and says that signals may have been missed', async () => {
  const heard: (string | null)[] = []
  const signals = listenForLanes({
    url: house.database.url,
    schema: house.database.schema,
    onSignal: (chat) => heard.push(chat),
  })
  await signals.ready
  expect(await cut('sayso-listen', `%${house.database.schema}%`)).toBe(1)
  await expect.poll(() => heard, soon).toEqual([null, null])
  await notifyLane(house.ledger.db, house.database.schema, 'after')
  await expect.poll(() => heard, soon).toEqual([null, null, 'after'])
  await signals.close()
})

test('an installation has one id for good, whoever makes it, and refuses another secret', async () => {
  const { db } = house.ledger
  const ids = await Promise.all(
    Array.from({ length: 4 }, () => openLedgerSecrets(db, ['a secret of tests that is long enough to be taken'])),
  )
  expect(new Set(ids.map(({ installation }) => installation)).size).toBe(1)
  expect(ids[0]?.installation).toMatch(/^[a-z2-9]{10}$/u)
  await expect(openLedgerSecrets(db, ['another secret that is just as long as the first one'])).rejects.toMatchObject({
    code: 'secret_mismatch',
  })
})

test('who works with a ledger keeps others from having it alone, and who has it alone keeps them out', async () => {
  const one = await use()
  const other = await use()
  await expect(one.alone()).rejects.toMatchObject({ code: 'ledger_in_use' })
  await other.leave()
  await one.alone()
  await expect(use()).rejects.toMatchObject({ code: 'ledger_in_use' })
  await one.leave()
  const next = await use()
  await next.leave()
})

test('a lost connection is opened again, and takes its share of the ledger again', async () => {
  const one = await use()
  const before = await holders()
  expect(await cut(`sayso-use ${house.database.schema}`, '%')).toBe(1)
  await expect.poll(holders, soon).not.toEqual(expect.arrayContaining(before))
  await expect.poll(async () => (await holders()).length, soon).toBe(1)
  const other = await use()
  await expect(other.alone()).rejects.toMatchObject({ code: 'ledger_in_use' })
  await Promise.all([one.leave(), other.leave()])
})

test('who comes back when somebody else has it alone is told', async () => {
  const expelled = vi.fn<() => void>()
  const one = await use(expelled)
  const other = await use()
  await house.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> $2`,
    [`sayso-use ${house.database.schema}`, await newest()],
  )
  await expect
    .poll(
      () =>
        other.alone().then(
          () => true,
          () => false,
        ),
      { interval: 5 },
    )
    .toBe(true)
  await expect.poll(() => expelled.mock.calls.length, soon).toBeGreaterThan(0)
  await Promise.all([one.leave(), other.leave()])
})

test.each([
  ['has changed its secret', "update installation set key_id = 'another'"],
  [
    'has restored it',
    'create temporary table kept as table installation; truncate installation; insert into installation table kept',
  ],
])('who comes back when somebody else %s, and is through with it, is told too', async (_who, change) => {
  await openLedgerSecrets(house.ledger.db, ['a secret of tests that is long enough to be taken'])
  const expelled = vi.fn<() => void>()
  const one = await use(expelled)
  await one.recognise()
  // Where nobody has done anything it comes back.
  const before = await holders()
  expect(await cut(`sayso-use ${house.database.schema}`, '%')).toBe(1)
  await expect.poll(holders, soon).not.toEqual(expect.arrayContaining(before))
  await expect.poll(async () => (await holders()).length, soon).toBe(1)
  expect(expelled).not.toHaveBeenCalled()
  const lost = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sayso-use ${house.database.schema}'`
  await house.database.pool.query(`${lost}; ${change}`)
  await expect.poll(() => expelled.mock.calls.length, soon).toBeGreaterThan(0)
  expect(await holders()).toEqual([])
  await one.leave()
})

test('who had it alone when the connection was lost has it alone again', async () => {
  const one = await use()
  await one.alone()
  const before = await holders()
  expect(await cut(`sayso-use ${house.database.schema}`, '%')).toBe(1)
  await expect.poll(holders, soon).not.toEqual(expect.arrayContaining(before))
  await expect.poll(async () => (await holders()).length, soon).toBe(2)
  await expect(use()).rejects.toMatchObject({ code: 'ledger_in_use' })
  await one.leave()
})

/** The connection that came last. */
async function newest(): Promise<number> {
  const { rows } = await house.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1 order by backend_start desc limit 1`,
    [`sayso-use ${house.database.schema}`],
  )
  return rows[0]?.pid ?? 0
}

/** The processes that have a share of this ledger, or all of it; once for each lock. */
async function holders(): Promise<number[]> {
  const { rows } = await house.database.pool.query<{ pid: number }>(
    `select pid from pg_locks join pg_stat_activity using (pid)
     where application_name = $1 and locktype = 'advisory' and granted`,
    [`sayso-use ${house.database.schema}`],
  )
  return rows.map(({ pid }) => pid)
}
