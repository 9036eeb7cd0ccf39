import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { formerSelves, laterSelf } from './former-numbers.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import { createSecrets } from '../secrets/secrets.ts'

const secrets = createSecrets('a secret of tests that is long enough')
let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})
afterAll(async () => {
  await ledger.close()
  await database.close()
})

async function somebody(phone: string, active: boolean): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into people (phone, name, roles, language, time_zone, active, source) values ($1, 'Zelia', '{}', 'en', 'UTC', $2, 'chat') returning id`,
    [phone, active],
  )
  return rows[0]?.id ?? ''
}

async function tell(kind: string, facts: { readonly person: string; readonly before?: string }): Promise<void> {
  await appendEvidence(ledger.db, secrets, [{ at: new Date(), kind: `admin.${kind}`, facts }])
}

test('a number that somebody else has had since is not one of before, nor are those that they had', async () => {
  const [first, second, now, others] = [
    await somebody('+5511955550001', false),
    await somebody('+5511955550002', false),
    await somebody('+5511955550003', true),
    await somebody('+5511955550004', false),
  ]
  await tell('number_changed', { person: second, before: first })
  await tell('number_changed', { person: now, before: second })
  expect((await formerSelves(ledger.db, now)).map(({ id }) => id)).toEqual([second, first])
  expect(await laterSelf(ledger.db, first)).toMatchObject({ id: now })

  await tell('number_changed', { person: second, before: others })
  expect((await formerSelves(ledger.db, now)).map(({ id }) => id)).toEqual([first])
  await tell('person_added', { person: first })
  expect(await formerSelves(ledger.db, now)).toEqual([])
  expect(await laterSelf(ledger.db, first)).toBeNull()
})
