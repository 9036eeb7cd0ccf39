import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PersonEntry } from '../../access/load-people.ts'
import { confirmIn, createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { asClaimant, setClaimant } from './claimant.ts'
import type { Executor } from '../database.ts'
import { addOwner, checkOwnerCode, consumeOwnerCode, offerOwnerCode } from './owner-codes.ts'
import { privateChats } from './private-chats.ts'
import {
  addPerson,
  grantRole,
  removePerson,
  renameOneself,
  renamePerson,
  revokeRole,
  setLanguage,
  setPersonTimeZone,
  setTimeZone,
  type PeopleChange,
} from './people-changes.ts'
import { hasOwner, ownerNames, ownerRows } from './owners.ts'
import { listPeople } from './people-list.ts'
import { actorOf, findPerson, personWithId, syncPeople } from './people.ts'
import { forgetPerson } from '../privacy/privacy.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { findUnvouched, vouchForPeopleAnew } from './vouched-people.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ana = entry('+5511990000001', 'Ana', ['owner'])
const bia = entry('+5511990000002', 'Bia', ['viewer'])
const caio = '+5511990000003'
const rules = {
  roles: new Map([
    ['viewer', ['orders.status']],
    ['owner', ['*']],
  ]),
  languages: ['en', 'pt-BR'],
}

function entry(phone: string, name: string, roles: readonly string[]): PersonEntry {
  return { phone, name, roles, language: 'en', timeZone: 'UTC' }
}

let house: TestLedger
let told: string[] = []
beforeAll(async () => {
  house = await createTestLedger()
})
beforeEach(async () => {
  told = []
  await write('alter table envelopes disable trigger user; delete from claims; delete from envelopes')
  await write('delete from settings; delete from owner_codes; delete from forgotten_phones; delete from people')
  await sync(ana, bia)
  await inTurn((db) => addPerson(db, house.secrets, { ...asAna(), phone: caio, name: 'Caio', role: 'viewer' }))
  await noteIds()
})
afterAll(() => house.close())

const ids = new Map<string, string>()
const asAna = () => ({ actorId: ids.get(ana.phone) ?? '', rules })
const removeNow = (db: Executor, change: PeopleChange & { readonly phone: string }) =>
  removePerson(db, house.secrets, { ...change, now })
const byAnaOfCaio = () => ({ ...asAna(), phone: caio })

async function sync(...people: readonly PersonEntry[]): Promise<void> {
  await inTurn((db) => syncPeople(db, people, { secrets: house.secrets, now }))
  await noteIds()
}

async function noteIds(): Promise<void> {
  for (const { id, phone } of await rows()) ids.set(phone, id)
}

/** What somebody writes who has the tables and not the secret. */
async function write(statement: string, values: readonly unknown[] = []): Promise<void> {
  await house.database.pool.query(statement, [...values])
}

const rows = () => house.ledger.db.selectFrom('people').selectAll().execute()
const vouching = () => ({
  secrets: house.secrets,
  log: { warn: ({ event, personId }: { event: string; personId: string }) => void told.push(`${event} ${personId}`) },
})

function inTurn<T>(work: (db: Parameters<typeof removePerson>[0]) => Promise<T>): Promise<T> {
  return house.ledger.db.transaction().execute(work)
}

async function identity(phone: string): Promise<string> {
  await write(`insert into identities (kind, value) values ('phone', $1) on conflict do nothing`, [phone])
  const row = await house.ledger.db
    .selectFrom('identities')
    .select('id')
    .where('value', '=', phone)
    .executeTakeFirstOrThrow()
  return row.id
}

const speaker = async (phone: string) => findPerson(house.ledger.db, vouching(), await identity(phone))
const unvouched = async () => (await findUnvouched(house.ledger.db, house.secrets)).map(({ phone }) => phone)
const codeOfAna = `(select code from people where phone = '${ana.phone}')`

const eve = '+5511990000009'
const made = (roles: string, code: string) =>
  `insert into people (phone, name, roles, language, time_zone, source, code)
   values ('${eve}', 'Eve', '${roles}', 'en', 'UTC', 'chat', ${code})`

describe('what SQL alone writes', () => {
  const written: readonly (readonly [what: string, statement: string, phone: string])[] = [
    ['a person', made('{owner}', 'null'), eve],
    ['a person with the code of another', made('{owner}', codeOfAna), eve],
    ['a person with a code that says nothing', made('{viewer}', `'\\x00'`), eve],
    ['a role', `update people set roles = '{viewer,owner}' where phone = '${bia.phone}'`, bia.phone],
    [
      'a role and the code of who has it',
      `update people set roles = '{owner}', code = ${codeOfAna} where phone = '${bia.phone}'`,
      bia.phone,
    ],
    ['another number', `update people set phone = '${eve}' where phone = '${ana.phone}'`, eve],
    ['another id', `update people set id = gen_random_uuid() where phone = '${ana.phone}'`, ana.phone],
    [
      'that the people file may not take their rights',
      `update people set chat_fields = '{active,roles}' where phone = '${bia.phone}'`,
      bia.phone,
    ],
    ['that the chat added them', `update people set source = 'chat' where phone = '${bia.phone}'`, bia.phone],
  ]

  test.each(written)('%s gives nobody any rights, and is told', async (_what, statement, phone) => {
    await write(statement)
    const id = (await rows()).find((row) => row.phone === phone)?.id ?? ''
    expect(await speaker(phone)).toBeNull()
    expect(told).toEqual([`person.unvouched ${id}`])
    expect(await personWithId(house.ledger.db, house.secrets, id)).toBeNull()
    expect(await unvouched()).toEqual([phone])
    expect(await listPeople(house.ledger.db, house.secrets)).toContainEqual(
      expect.objectContaining({ phone, roles: 'no_role', last_owner: 'no' }),
    )
    const { unvouched: found } = await verifyLedger({ db: house.ledger.db, secrets: house.secrets })
    expect(found).toEqual([{ id, phone }])
  })

  test('makes nobody active again', async () => {
    await inTurn((db) => removeNow(db, { ...asAna(), phone: caio }))
    await write('update people set active = true where phone = $1', [caio])
    expect(await speaker(caio)).toBeNull()
    expect(told).toHaveLength(1)
  })

  test('leaves a command that waits with nobody who asked for it', async () => {
    const { secrets } = house
    const lane = { ...house.lane, personId: asAna().actorId }
    const commandId = await confirmIn({ db: house.ledger.db, secrets }, lane)
    expect(await actorOf(house.ledger.db, vouching(), commandId)).toMatchObject({ name: 'Ana' })
    await write(`update people set roles = '{owner,viewer}' where id = $1`, [asAna().actorId])
    expect(await actorOf(house.ledger.db, vouching(), commandId)).toBeNull()
    expect(told).toHaveLength(1)
  })

  test('makes no owner who is told things, or who keeps the last one from being the last', async () => {
    await write(`update people set roles = '{owner}' where phone = $1`, [bia.phone])
    const chats = await privateChats(
      house.ledger.db,
      { account: 'a', channel: 'terminal' },
      await ownerRows(house.ledger.db, house.secrets),
    )
    expect(chats.map(({ person }) => person.name)).toEqual(['Ana'])
    const named = (asks: string) => ownerNames(house.ledger.db, house.secrets, ids.get(asks) ?? '')
    expect([await named(bia.phone), await named(ana.phone)]).toEqual([['Ana'], []])
    await expect(inTurn((db) => removeNow(db, { ...asAna(), phone: ana.phone }))).rejects.toThrow('last owner')
    expect(await listPeople(house.ledger.db, house.secrets)).toContainEqual(
      expect.objectContaining({ name: 'Ana', last_owner: 'yes' }),
    )
  })

  test('is given nothing more in the chat, until they are removed and added again', async () => {
    await write(`update people set roles = '{viewer,owner}' where phone = $1`, [caio])
    const change = { ...asAna(), phone: caio }
    for (const refused of [
      () => inTurn((db) => grantRole(db, house.secrets, { ...change, role: 'viewer' })),
      () => inTurn((db) => revokeRole(db, house.secrets, { ...change, role: 'viewer' })),
      () => inTurn((db) => renamePerson(db, house.secrets, { ...change, name: 'Carlos' })),
      () => inTurn((db) => setPersonTimeZone(db, house.secrets, { ...change, zone: 'UTC' })),
    ])
      await expect(refused()).rejects.toThrow('remove them')
    await inTurn((db) => removeNow(db, change))
    expect(await unvouched()).toEqual([])
    expect((await rows()).find(({ phone }) => phone === caio)).toMatchObject({ active: false, roles: [] })
    await inTurn((db) => addPerson(db, house.secrets, { ...change, name: 'Caio', role: 'viewer' }))
    expect(await speaker(caio)).toMatchObject({ roles: ['viewer'] })
  })

  test('is not vouched for by the people file: who is in it has what it says, who is not has nothing', async () => {
    await write(`update people set roles = '{owner}', chat_fields = '{active,roles}' where phone <> $1`, [ana.phone])
    await write(made('{owner}', 'null'))
    await sync(ana, bia)
    expect(await speaker(bia.phone)).toMatchObject({ roles: ['viewer'] })
    expect(await unvouched()).toEqual([caio, eve])
    const { rows: evidence } = await house.database.pool.query(
      `select facts from evidence where kind = 'people.file' and person_id = $1 order by id desc limit 1`,
      [ids.get(bia.phone)],
    )
    expect(evidence).toEqual([{ facts: { roles: ['viewer'], before: [] } }])
  })

  test('keeps nobody whom the people file leaves out', async () => {
    await write(`update people set chat_fields = '{active}' where phone = $1`, [bia.phone])
    await sync(ana)
    expect(await speaker(bia.phone)).toBeNull()
  })
})

describe('who breaks what vouches for all owners', () => {
  beforeEach(() => write('update people set code = null where phone = $1', [ana.phone]))

  test('leaves no owner, and a code is offered where Sayso is started', async () => {
    expect(await hasOwner(house.ledger.db, house.secrets)).toBe(false)
    const { db } = house.ledger
    const offered = await offerOwnerCode({ db, secrets: house.secrets, clock: () => now })
    const code = { text: offered?.code ?? '', phone: ana.phone, language: 'en', timeZone: 'UTC', now }
    const person = await inTurn((trx) => consumeOwnerCode(trx, house.secrets, code))
    expect(person).toMatchObject({ name: 'Ana', roles: [] })
    await inTurn((trx) => addOwner(trx, house.secrets, { actorId: person?.id ?? '', name: null }))
    expect(await speaker(ana.phone)).toMatchObject({ roles: ['owner'] })
  })

  test('makes nobody a claimant by writing that they are one', async () => {
    const { db } = house.ledger
    const person = await speaker(bia.phone)
    if (person === null) throw new TypeError('Bia is here')
    const claims = async () => (await asClaimant(db, house.secrets, person, now)).roles.includes('claimant')
    await write(`insert into settings (name, value, changed_by, changed_at) values ('claimant', '{}', $1, $2)`, [
      person.id,
      now,
    ])
    expect(await claims()).toBe(false)
    await setClaimant(db, house.secrets, ids.get(caio) ?? '', now)
    await write(`update settings set changed_by = $1`, [person.id])
    expect(await claims()).toBe(false)
    const earlier = new Date(now.getTime() - 60 * 60_000)
    await setClaimant(db, house.secrets, person.id, earlier)
    await write(`update settings set changed_at = $1`, [now])
    expect(await claims()).toBe(false)
    await setClaimant(db, house.secrets, person.id, now)
    expect(await claims()).toBe(true)
  })

  test('makes nobody the owner whose own row was written', async () => {
    await write(`update people set roles = '{}', active = true, code = null where phone = $1`, [bia.phone])
    await expect(
      inTurn((db) => addOwner(db, house.secrets, { actorId: ids.get(bia.phone) ?? '', name: null })),
    ).rejects.toThrow('not known')
  })

  test('makes no code good again that was good once', async () => {
    const { db } = house.ledger
    const offered = await offerOwnerCode({ db, secrets: house.secrets, clock: () => now })
    const later = new Date(now.getTime() + 60 * 60_000)
    await write(`update owner_codes set expires_at = $1, used_at = null`, [new Date(later.getTime() + 60_000)])
    expect(await checkOwnerCode(db, house.secrets, offered?.code ?? '', later)).toBe(false)
  })
})

describe('what the house does itself', () => {
  const done: readonly (readonly [what: string, work: () => Promise<unknown>])[] = [
    ['the people file', () => sync(ana, { ...bia, roles: ['owner', 'viewer'] })],
    ['the people file that leaves somebody out', () => sync(ana)],
    ['a role that is given', () => inTurn((db) => grantRole(db, house.secrets, { ...byAnaOfCaio(), role: 'owner' }))],
    ['a role that is taken', () => inTurn((db) => revokeRole(db, house.secrets, { ...byAnaOfCaio(), role: 'viewer' }))],
    ['a new name', () => inTurn((db) => renamePerson(db, house.secrets, { ...byAnaOfCaio(), name: 'Carlos' }))],
    ['a new name of one’s own', () => inTurn((db) => renameOneself(db, house.secrets, { ...asAna(), name: 'Anna' }))],
    ['a language', () => inTurn((db) => setLanguage(db, house.secrets, { ...asAna(), language: 'pt-BR' }))],
    ['a time zone', () => inTurn((db) => setTimeZone(db, house.secrets, { ...asAna(), zone: 'UTC' }))],
    [
      'a time zone of another',
      () => inTurn((db) => setPersonTimeZone(db, house.secrets, { ...byAnaOfCaio(), zone: 'UTC' })),
    ],
    ['a removal', () => inTurn((db) => removeNow(db, byAnaOfCaio()))],
    ['forgetting', () => inTurn((db) => forgetPerson(db, house.secrets, { ...byAnaOfCaio(), now }))],
  ]

  test.each(done)('%s is vouched for', async (_what, work) => {
    await work()
    expect(await unvouched()).toEqual([])
    expect((await rows()).filter(({ code }) => code === null)).toEqual([])
    expect(await speaker(ana.phone)).toMatchObject({ roles: ['owner'] })
  })

  test('goes on after the time when there were no codes, and once only', async () => {
    await write('update people set code = null')
    await vouchForPeopleAnew(house.ledger.db, house.secrets, null)
    expect(await unvouched()).toEqual([])
    expect(await speaker(caio)).toMatchObject({ roles: ['viewer'] })
    await write(made('{}', 'null'))
    await vouchForPeopleAnew(house.ledger.db, house.secrets, house.secrets)
    expect(await unvouched()).toHaveLength(1)
  })
})
