import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePeople } from '../../testing/installations/change-people.ts'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import { addOwner, checkOwnerCode, consumeOwnerCode, offerOwnerCode } from './owner-codes.ts'
import { findPerson } from './people.ts'
import { createSecrets } from '../secrets/secrets.ts'

const secrets = createSecrets('a secret of tests that is long enough')
const start = Date.parse('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(start + count * 60_000)

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})

beforeEach(() => database.pool.query('delete from owner_codes; delete from people; delete from identities'))

afterAll(async () => {
  await ledger.close()
  await database.close()
})

async function identity(phone: string): Promise<string> {
  const { id } = await ledger.db
    .insertInto('identities')
    .values({ kind: 'phone', value: phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function offer(): Promise<string> {
  const offered = await offerOwnerCode({ db: ledger.db, secrets, clock: () => minutes(0) })
  return offered?.code ?? ''
}

const consume = (text: string, phone: string, now = minutes(1)) =>
  ledger.db
    .transaction()
    .execute((db) => consumeOwnerCode(db, secrets, { text, phone, language: 'en', timeZone: 'UTC', now }))

const own = (actorId: string, name: string | null = null) =>
  ledger.db.transaction().execute((db) => addOwner(db, secrets, { actorId, name }))

const check = (text: string, now = minutes(1)) => checkOwnerCode(ledger.db, secrets, text, now)

describe('the code of the first owner', () => {
  test('leads to an owner, once', async () => {
    const code = await offer()
    const phone = '+5511990000001'
    const id = await identity(phone)
    expect(await check(code.toLowerCase())).toBe(true)
    const claimant = await consume(code, phone)
    expect(claimant).toMatchObject({ phone: '+5511990000001', roles: [], timeZone: 'America/Sao_Paulo' })
    expect(await check(code)).toBe(false)
    expect(await consume(code, phone)).toBeNull()
    await own(claimant?.id ?? '', 'Ana')
    expect(await findPerson(ledger.db, { secrets, log: { warn: () => undefined } }, id)).toMatchObject({
      name: 'Ana',
      roles: ['owner'],
    })
    await expect(own(claimant?.id ?? '')).rejects.toThrow('already')
    expect(await offer()).toBe('')
  })

  test('is not stored, and wrong ones do nothing', async () => {
    const code = await offer()
    const { rows } = await database.pool.query('select mac from owner_codes')
    expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
    const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    for (const text of [wrong, '', 'hello']) {
      expect(await check(text)).toBe(false)
      expect(await consume(text, `+15550${Math.floor(Math.random() * 1e6)}`)).toBeNull()
    }
    expect(await check(code)).toBe(true)
  })

  test('lives for fifteen minutes, and only until the next one is offered', async () => {
    const code = await offer()
    expect(await check(code, minutes(14.99))).toBe(true)
    expect(await check(code, minutes(15))).toBe(false)
    expect(await consume(code, '+5511990000001', minutes(15))).toBeNull()
    expect(await check(await offer())).toBe(true)
    expect(await check(code)).toBe(false)
  })

  test('is void once an owner exists, however they came to be', async () => {
    const code = await offer()
    await changePeople(
      { db: ledger.db, secrets },
      `insert into people (phone, name, roles, language, time_zone, source) values ('+5511990000009', 'Eva', '{owner}', 'en', 'UTC', 'file')`,
    )
    expect(await check(code)).toBe(false)
    expect(await consume(code, '+5511990000001')).toBeNull()
  })

  test('makes one claimant of many who send it at once, and one owner of many claimants', async () => {
    const code = await offer()
    const phones = Array.from({ length: 6 }, (_none, n) => `+551199000000${n}`)
    const claims = await Promise.all(phones.map((phone) => consume(code, phone)))
    expect(claims.filter((each) => each !== null)).toHaveLength(1)
    const second = await consume(await offer(), phones[0] ?? '')
    const claimants = [...claims, second].flatMap((each) => (each === null ? [] : [each.id]))
    const owners = await Promise.allSettled(claimants.map((actorId) => own(actorId)))
    expect(owners.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await database.pool.query(`select id from people where 'owner' = any(roles)`)
    expect(rows).toHaveLength(1)
  })

  test('gives somebody who was removed none of their old roles back', async () => {
    await changePeople(
      { db: ledger.db, secrets },
      `insert into people (phone, name, roles, language, time_zone, source, active) values ('+5511990000001', 'Ana', '{operator}', 'en', 'UTC', 'chat', false)`,
    )
    expect(await consume(await offer(), '+5511990000001')).toMatchObject({ name: 'Ana', roles: [] })
  })
})
