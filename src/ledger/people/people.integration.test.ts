import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PersonEntry } from '../../access/load-people.ts'
import { changePeople } from '../../testing/installations/change-people.ts'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import type { Executor } from '../database.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import {
  addPerson,
  grantRole,
  removePerson,
  renameOneself,
  renamePerson,
  revokeRole,
  setLanguage,
  setTimeZone,
  type PeopleChange,
} from './people-changes.ts'
import { hasOwner } from './owners.ts'
import { findPeopleByName, findPeopleByPhone, listPeople } from './people-list.ts'
import { personWithId, syncPeople } from './people.ts'
import { knownNumber, numberOfSpeaker } from './person-row.ts'
import { exportPerson } from '../privacy/privacy-export.ts'
import { forgetPerson } from '../privacy/privacy.ts'
import { createSecrets } from '../secrets/secrets.ts'

const secrets = createSecrets('a secret of tests that is long enough')
const rules: PeopleChange['rules'] = {
  roles: new Map([
    ['viewer', ['orders.status']],
    ['manager', ['orders.*', 'admin.grant-role']],
    ['owner', ['*']],
  ]),
  languages: ['en', 'pt-BR'],
}

let database: TestDatabase
let ledger: Ledger

const ana = entry('+5511990000001', 'Ana', ['owner'])
const bia = entry('+5511990000002', 'Bia', ['viewer'])

function entry(phone: string, name: string, roles: readonly string[]): PersonEntry {
  return { phone, name, roles, language: 'en', timeZone: 'America/Sao_Paulo' }
}

const sync = (...people: PersonEntry[]) =>
  ledger.db.transaction().execute((trx) => syncPeople(trx, people, { secrets, now: new Date() }))

async function person(phone: string) {
  return ledger.db.selectFrom('people').selectAll().where('phone', '=', phone).executeTakeFirstOrThrow()
}

const as = async ({ phone }: PersonEntry): Promise<PeopleChange> => ({ actorId: (await person(phone)).id, rules })

const removeNow = (db: Executor, change: PeopleChange & { readonly phone: string }) =>
  removePerson(db, secrets, { ...change, now: new Date() })

const forgetNow = (db: Executor, change: PeopleChange & { readonly phone: string }) =>
  forgetPerson(db, secrets, { ...change, now: new Date() })

/** A transaction of its own, as every caller has. */
function inTurn<T>(work: (db: Parameters<typeof removePerson>[0]) => Promise<T>): Promise<T> {
  return ledger.db.transaction().execute(work)
}

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})

beforeEach(async () => {
  await database.pool.query('delete from forgotten_phones; delete from people')
  await sync(ana, bia)
})

afterAll(async () => {
  await ledger.close()
  await database.close()
})

test('all people are listed, however many there are', async () => {
  await sync(...Array.from({ length: 300 }, (_none, n) => entry(`+55119800${1000 + n}`, `Person ${n}`, ['viewer'])))
  expect(await listPeople(ledger.db, secrets)).toHaveLength(300)
})

test('somebody whose stored time zone nobody knows here is in UTC', async () => {
  await database.pool.query(`update people set time_zone = 'Etc/Unknown' where phone = $1`, [ana.phone])
  const zones = [ana, bia].map(
    async ({ phone }) => (await personWithId(ledger.db, secrets, (await person(phone)).id))?.timeZone,
  )
  expect(await Promise.all(zones)).toEqual(['UTC', 'America/Sao_Paulo'])
})

test('rights that the file gives or takes are evidence, once', async () => {
  const before = (await filedRights()).length
  await sync(ana, { ...bia, roles: ['owner'] })
  await sync(ana, { ...bia, roles: ['owner'] })
  await sync(ana)
  expect((await filedRights()).slice(before)).toEqual([
    { name: 'Bia', facts: { roles: ['owner'], before: ['viewer'] } },
    { name: 'Bia', facts: { roles: [], before: ['owner'] } },
  ])
})

test('whoever the file or the chat removed and brings back is known to have been away', async () => {
  const removedAt = async () => (await personWithId(ledger.db, secrets, (await person(bia.phone)).id))?.removedAt
  expect(await removedAt()).toBeUndefined()
  await sync(ana)
  await sync(ana, bia)
  const byFile = (await removedAt()) ?? ''
  expect(Date.parse(byFile)).toBeGreaterThan(0)
  const change = { ...(await as(ana)), phone: bia.phone }
  await inTurn((db) => removeNow(db, change))
  await inTurn((db) => addPerson(db, secrets, { ...change, name: 'Bia', role: 'viewer' }))
  expect(Date.parse((await removedAt()) ?? '')).toBeGreaterThan(Date.parse(byFile))
})

async function filedRights(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(
    `select p.name, e.facts from evidence e join people p on p.id = e.person_id where e.kind = 'people.file' order by e.id`,
  )
  return rows as unknown[]
}

describe('changes in the chat', () => {
  test('add somebody with a normalised number, in the language of that number where it is spoken, and its time zone where it has one', async () => {
    const change = await as(ana)
    const added = { phone: '+55 (11) 99000-0003', name: 'Caio', role: 'viewer' }
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added }))
    expect(await person('+5511990000003')).toMatchObject({
      name: 'Caio',
      roles: ['viewer'],
      language: 'pt-BR',
      time_zone: 'America/Sao_Paulo',
      source: 'chat',
      active: true,
    })
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: '+34600000003' }))
    expect(await person('+34600000003')).toMatchObject({ language: 'en', time_zone: 'Europe/Madrid' })
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: '+14155550100' }))
    expect(await person('+14155550100')).toMatchObject({ time_zone: 'America/Sao_Paulo' })
    await expect(inTurn((db) => addPerson(db, secrets, { ...change, ...added }))).rejects.toThrow('here already')
  })

  test.each([
    [{ phone: '11 99000-0003', name: 'Caio', role: 'viewer' }, 'phone number'],
    [{ phone: '+5511990000003', name: 'Ca\nio', role: 'viewer' }, 'name'],
    [{ phone: '+5511990000003', name: ' ', role: 'viewer' }, 'name'],
    [{ phone: '+5511990000003', name: 'Ana (+5511990000001)', role: 'viewer' }, 'name'],
    [{ phone: '+5511990000003', name: 'Caio', role: 'boss' }, 'no such role'],
  ])('do not add %j', async (added, why) => {
    const change = await as(ana)
    await expect(inTurn((db) => addPerson(db, secrets, { ...change, ...added }))).rejects.toThrow(why)
    expect(await listPeople(ledger.db, secrets)).toHaveLength(2)
  })

  test('give and take roles, once each', async () => {
    const change = { ...(await as(ana)), phone: bia.phone, role: 'manager' }
    await inTurn((db) => grantRole(db, secrets, change))
    expect((await person(bia.phone)).roles).toEqual(['viewer', 'manager'])
    await expect(inTurn((db) => grantRole(db, secrets, change))).rejects.toThrow('already')
    await inTurn((db) => revokeRole(db, secrets, change))
    expect((await person(bia.phone)).roles).toEqual(['viewer'])
    await expect(inTurn((db) => revokeRole(db, secrets, change))).rejects.toThrow('do not have')
    await expect(inTurn((db) => grantRole(db, secrets, { ...change, role: 'boss' }))).rejects.toThrow('no such role')
    await expect(inTurn((db) => grantRole(db, secrets, { ...change, phone: '+15550001111' }))).rejects.toThrow('Nobody')
  })

  test('never let anybody give, or take from others, what they do not have themselves', async () => {
    await sync(ana, entry(bia.phone, 'Bia', ['manager']))
    const change = await as(bia)
    await expect(
      inTurn((db) => grantRole(db, secrets, { ...change, phone: bia.phone, role: 'owner' })),
    ).rejects.toThrow('more than')
    await expect(
      inTurn((db) => revokeRole(db, secrets, { ...change, phone: ana.phone, role: 'owner' })),
    ).rejects.toThrow('more than')
    await expect(inTurn((db) => removeNow(db, { ...change, phone: ana.phone }))).rejects.toThrow('more than')
    await expect(
      inTurn((db) => renamePerson(db, secrets, { ...change, phone: ana.phone, name: 'Eva' })),
    ).rejects.toThrow('more than')
    await expect(inTurn((db) => forgetNow(db, { ...change, phone: ana.phone }))).rejects.toThrow('more than')
    const added = { phone: '+5511990000003', name: 'Caio', role: 'owner' }
    await expect(inTurn((db) => addPerson(db, secrets, { ...change, ...added }))).rejects.toThrow('more than')
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added, role: 'viewer' }))
  })

  test('never let anybody be forgotten by who may do less, not even once they are removed', async () => {
    const caio = entry('+5511990000003', 'Caio', ['owner'])
    await sync(ana, entry(bia.phone, 'Bia', ['manager']), caio)
    const [change, owner] = await Promise.all([as(bia), as(ana)])
    await expect(inTurn((db) => forgetNow(db, { ...change, phone: caio.phone }))).rejects.toThrow('more than')
    await inTurn((db) => removeNow(db, { ...owner, phone: caio.phone }))
    await expect(inTurn((db) => forgetNow(db, { ...change, phone: caio.phone }))).rejects.toThrow('more than')
    expect(await person(caio.phone)).toMatchObject({ name: 'Caio', forgotten_at: null })
    await inTurn((db) => forgetNow(db, { ...owner, phone: caio.phone }))
  })

  test('give somebody a new name, which the people file does not take back', async () => {
    const change = { ...(await as(ana)), phone: bia.phone, name: 'Beatriz' }
    expect(await inTurn((db) => renamePerson(db, secrets, change))).toMatchObject({
      before: 'Bia',
      person: { name: 'Beatriz' },
    })
    await expect(inTurn((db) => renamePerson(db, secrets, change))).rejects.toThrow('that already')
    expect(await sync(ana, bia)).toMatchObject([{ fields: ['name'] }])
    expect((await person(bia.phone)).name).toBe('Beatriz')
  })

  test.each([
    'Be\natriz',
    ' ',
    'B\u202eia',
    'x'.repeat(81),
    'Ana\u3164',
    'Ana\u034f',
    'Ana (+5511990000001)',
    '\u0410na',
  ])('give nobody the name %j', async (name) => {
    const change = { ...(await as(ana)), name }
    await expect(inTurn((db) => renamePerson(db, secrets, { ...change, phone: bia.phone }))).rejects.toThrow('one line')
    await expect(inTurn((db) => renameOneself(db, secrets, change))).rejects.toThrow('one line')
    expect((await listPeople(ledger.db, secrets)).map((each) => each.name)).toEqual(['Ana', 'Bia'])
  })

  test('let everybody change their own name, but to nobody else’s', async () => {
    const change = await as(bia)
    expect(await inTurn((db) => renameOneself(db, secrets, { ...change, name: 'Beatriz' }))).toMatchObject({
      before: 'Bia',
    })
    expect((await person(bia.phone)).name).toBe('Beatriz')
    for (const name of ['Ana', 'ANA', 'Aná', ' ana ', 'Ａｎａ', '*Ana*', 'A*na', 'Ana\u00a0'])
      await expect(inTurn((db) => renameOneself(db, secrets, { ...change, name }))).rejects.toThrow('Somebody else')
    await inTurn((db) => renameOneself(db, secrets, { ...change, name: 'BEATRIZ' }))
  })

  test('compare a name with one that the people file has, however that is written', async () => {
    await sync(entry(ana.phone, 'Ana\u3164\u00a0Souza', ['owner']), bia)
    const change = { ...(await as(bia)), name: 'Ana Souza' }
    await expect(inTurn((db) => renameOneself(db, secrets, change))).rejects.toThrow('Somebody else')
  })

  test('do nothing for somebody who was removed meanwhile', async () => {
    const change = await as(bia)
    await inTurn(async (db) => removeNow(db, { ...(await as(ana)), phone: bia.phone }))
    await expect(inTurn((db) => setLanguage(db, secrets, { ...change, language: 'pt-BR' }))).rejects.toThrow(
      'no rights any more',
    )
    await expect(inTurn((db) => forgetNow(db, { ...change, phone: ana.phone }))).rejects.toThrow('no rights any more')
  })

  test('set a language that is spoken, and no other', async () => {
    const change = await as(bia)
    await inTurn((db) => setLanguage(db, secrets, { ...change, language: 'pt-BR' }))
    expect((await person(bia.phone)).language).toBe('pt-BR')
    await expect(inTurn((db) => setLanguage(db, secrets, { ...change, language: 'tlh' }))).rejects.toThrow('not spoken')
  })
})

/** As an older version may have left them. */
const storeAsBefore = (phone: string, name: string, active: boolean) =>
  changePeople(
    { db: ledger.db, secrets },
    `insert into people (phone, name, roles, language, time_zone, active, source)
     values ($1, $2, '{viewer}', 'en', 'UTC', $3, 'chat')`,
    [phone, name, active],
  )

describe('the two numbers of one line', () => {
  const [short, long] = ['+551188887777', '+5511988887777']
  const added = { name: 'Carla', role: 'viewer' }

  test.each([
    [short, 'Bia Souza'],
    [long, 'Carla'],
  ])(
    'of two rows, %s means the one that has exactly this number, removed or not: who is shown is who is forgotten',
    async (phone, name) => {
      await storeAsBefore(short, 'Bia Souza', false)
      await storeAsBefore(long, 'Carla', true)
      const shown = await findPeopleByPhone(ledger.db, secrets, phone, { removed: true })
      expect(shown.map((each) => each.name)).toEqual([name])
      expect(await inTurn((db) => exportPerson(db, secrets, phone))).toMatchObject({ person: { name } })
      const change = await as(ana)
      await inTurn((db) => forgetNow(db, { ...change, phone }))
      expect(await findPeopleByPhone(ledger.db, secrets, phone, { removed: true })).not.toMatchObject([{ name }])
      const other = phone === short ? long : short
      expect(await findPeopleByPhone(ledger.db, secrets, other, { removed: true })).toHaveLength(1)
    },
  )

  test('are one person, who comes back under the number that they had', async () => {
    const change = await as(ana)
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: short }))
    const { id } = await person(short)
    await expect(inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: long }))).rejects.toThrow('here')
    await inTurn((db) => removeNow(db, { ...change, phone: short }))
    expect(await inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: long }))).toMatchObject({
      id,
      phone: short,
    })
    expect(await listPeople(ledger.db, secrets)).toHaveLength(3)
  })

  test('are not free while either is somebody’s', async () => {
    await storeAsBefore(short, 'Bia Souza', false)
    await storeAsBefore(long, 'Carla', true)
    const change = await as(ana)
    await expect(inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: short }))).rejects.toThrow('here')
  })

  test('are one person for the people file too, whose removal leaves no rights under the other', async () => {
    const change = await as(ana)
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added, phone: long }))
    const filed = entry(short, 'Carla', ['owner'])
    const { id: personId } = await person(long)
    expect(await sync(ana, bia, filed)).toEqual([{ personId, fields: ['roles'] }])
    await inTurn((db) => removeNow(db, { ...change, phone: long }))
    expect(await sync(ana, bia, filed)).toEqual([{ personId, fields: ['active', 'roles'] }])
    expect((await listPeople(ledger.db, secrets)).map(({ name }) => name)).toEqual(['Ana', 'Bia'])
    expect(await knownNumber(ledger.db, short)).toBe(long)
  })

  test('may be exchanged in the people file, which takes nothing from them', async () => {
    await sync(ana, bia, entry(short, 'Carla', ['viewer']))
    const { id } = await person(short)
    await sync(ana, bia, entry(long, 'Carla', ['viewer']))
    expect(await person(short)).toMatchObject({ id, active: true })
    await sync(ana, bia)
    expect(await person(short)).toMatchObject({ id, active: false })
  })

  test('are whoever may speak to what somebody writes, whichever number was dialled', async () => {
    await storeAsBefore(short, 'Bia Souza', false)
    await storeAsBefore(long, 'Carla', true)
    expect(await knownNumber(ledger.db, short)).toBe(long)
    await changePeople({ db: ledger.db, secrets }, 'update people set active = true where phone = $1', [short])
    expect(await Promise.all([short, long].map((phone) => knownNumber(ledger.db, phone)))).toEqual([short, long])
  })

  test.each([
    ['+541123456789', '+5491123456789'],
    ['+5215512345678', '+525512345678'],
    ['+551187654321', '+5511987654321'],
    ['+447700900001', '+447700900001'],
  ])('are the one to prefer while nobody is known: %s is %s', async (phone, number) => {
    expect(await numberOfSpeaker(ledger.db, phone)).toBe(number)
  })
})

describe('the last owner', () => {
  test('can neither be removed nor lose the role, until there is another one', async () => {
    const change = { ...(await as(ana)), phone: ana.phone }
    await expect(inTurn((db) => removeNow(db, change))).rejects.toThrow('last owner')
    await expect(inTurn((db) => revokeRole(db, secrets, { ...change, role: 'owner' }))).rejects.toThrow('last owner')
    await inTurn((db) => grantRole(db, secrets, { ...change, phone: bia.phone, role: 'owner' }))
    await inTurn((db) => removeNow(db, change))
    const asBia = { ...(await as(bia)), phone: bia.phone }
    await expect(inTurn((db) => removeNow(db, asBia))).rejects.toThrow('last owner')
  })

  test('is never lost between two who remove each other at once', async () => {
    const owners = Array.from({ length: 4 }, (_none, n) => entry(`+551199000010${n}`, `Owner ${n}`, ['owner']))
    for (let round = 0; round < 5; round++) {
      await database.pool.query('delete from people')
      await sync(...owners)
      const changes = await Promise.all(owners.map(as))
      await Promise.allSettled(
        changes.flatMap((change, n) => {
          const other = owners[(n + 1) % owners.length]?.phone ?? ''
          return n % 2 === 0
            ? [inTurn((db) => removeNow(db, { ...change, phone: other }))]
            : [inTurn((db) => revokeRole(db, secrets, { ...change, phone: other, role: 'owner' }))]
        }),
      )
      expect(await hasOwner(ledger.db, secrets)).toBe(true)
    }
  })
})

describe('the people file', () => {
  test('leaves alone what the chat changed, and says where they differ', async () => {
    const change = await as(ana)
    await inTurn((db) => grantRole(db, secrets, { ...change, phone: bia.phone, role: 'owner' }))
    expect(await sync(ana, { ...bia, name: 'Beatriz', timeZone: 'UTC' })).toEqual([
      { personId: (await person(bia.phone)).id, fields: ['roles'] },
    ])
    expect(await person(bia.phone)).toMatchObject({ name: 'Beatriz', time_zone: 'UTC', roles: ['viewer', 'owner'] })
    await inTurn((db) => removeNow(db, { ...change, phone: bia.phone }))
    expect(await sync(ana, bia)).toMatchObject([{ fields: ['active', 'roles'] }])
    expect((await person(bia.phone)).active).toBe(false)
  })

  test('leaves the time zone alone that somebody chose in the chat, and says so', async () => {
    const change = await as(bia)
    await inTurn((db) => setTimeZone(db, secrets, { ...change, zone: 'america/manaus' }))
    expect(await sync(ana, bia)).toEqual([{ personId: change.actorId, fields: ['time_zone'] }])
    expect(await person(bia.phone)).toMatchObject({ time_zone: 'America/Manaus', chat_fields: ['time_zone'] })
    expect(await sync(ana, { ...bia, timeZone: 'America/Manaus' })).toEqual([])
    await expect(inTurn((db) => setTimeZone(db, secrets, { ...change, zone: 'Manaus' }))).rejects.toThrow(
      'no such time zone',
    )
  })

  test('takes the rights of who is in it no more, but not of who was added in the chat', async () => {
    const change = await as(ana)
    const added = { phone: '+5511990000003', name: 'Caio', role: 'viewer' }
    await inTurn((db) => addPerson(db, secrets, { ...change, ...added }))
    expect(await sync(ana)).toEqual([])
    expect((await listPeople(ledger.db, secrets)).map(({ name }) => name)).toEqual(['Ana', 'Caio'])
    expect(await sync(ana, bia)).toEqual([])
    expect((await person(bia.phone)).active).toBe(true)
  })
})

describe('finding people', () => {
  beforeEach(() => sync(ana, bia, entry('+5511990000003', 'João Biasi', ['viewer']), entry('+351910000003', 'Zé', [])))

  test.each([
    ['bia', ['Bia', 'João Biasi']],
    ['JOAO', ['João Biasi']],
    ['Joa\u0303o', ['João Biasi']],
    ['Ｂｉａ\u200b', ['Bia', 'João Biasi']],
    ['ze', ['Zé']],
    ['i', []],
    ['ias', []],
    ['%', []],
    ["'; drop table people; --", []],
  ])('by name %s gives %j', async (name, expected) => {
    const found = await findPeopleByName(ledger.db, secrets, name, { removed: false })
    expect(found.map((each) => each.name)).toEqual(expected)
  })

  test.each([
    ['+55 (11) 99000-0002', ['Bia']],
    ['5511990000002', ['Bia']],
    ['0000003', ['João Biasi', 'Zé']],
    ['0002', []],
  ])('by number %s gives %j', async (value, expected) => {
    const found = await findPeopleByPhone(ledger.db, secrets, value, { removed: false })
    expect(found.map((each) => each.name)).toEqual(expected)
  })

  test.each([
    ['+5215512345678', '+525512345678'],
    ['+541123456789', '+5491123456789'],
    ['+551188887777', '+5511988887777'],
    // Numbers that the plans of their countries write otherwise, or do not have.
    ['+54111523456789', '+5491123456789'],
    ['+5511900', '+5511900'],
  ])('by number finds who is stored as %s, as it stands', async (stored, other) => {
    await sync(ana, entry(stored, 'Luis', ['viewer']))
    const found = await findPeopleByPhone(ledger.db, secrets, stored, { removed: false })
    expect(found).toMatchObject([{ name: 'Luis', phone: stored }])
    const change = { ...(await as(ana)), phone: stored, role: 'manager' }
    expect(await inTurn((db) => grantRole(db, secrets, change))).toMatchObject({ name: 'Luis' })
    expect(await inTurn((db) => exportPerson(db, secrets, stored))).toMatchObject({ person: { name: 'Luis' } })
    expect(await inTurn((db) => removeNow(db, change))).toMatchObject({ name: 'Luis' })
    await inTurn((db) => forgetNow(db, change))
    expect(await sync(ana, entry(other, 'Luis', ['viewer']))).toHaveLength(stored === '+54111523456789' ? 0 : 1)
  })

  test.each([
    ['+5215512345678', '+52 55 1234 5678'],
    ['+525512345678', '+52 1 55 1234 5678'],
    ['+541123456789', '+54 9 11 2345-6789'],
    ['+551188887777', '+55 11 98888-7777'],
  ])(
    'by number finds who is stored as %s under the other of the line too, %s, and adds nobody twice',
    async (stored, other) => {
      await sync(ana, entry(stored, 'Luis', ['viewer']))
      expect(await findPeopleByPhone(ledger.db, secrets, other, { removed: false })).toMatchObject([{ phone: stored }])
      const change = { ...(await as(ana)), phone: other, name: 'Luis', role: 'viewer' }
      await expect(inTurn((db) => addPerson(db, secrets, change))).rejects.toThrow('here already')
      expect(await inTurn((db) => removeNow(db, change))).toMatchObject({ phone: stored })
    },
  )

  test('finds who was removed only when it is asked to', async () => {
    await sync(ana)
    expect(await findPeopleByPhone(ledger.db, secrets, bia.phone, { removed: false })).toEqual([])
    expect(await findPeopleByName(ledger.db, secrets, 'Bia', { removed: true })).toMatchObject([
      { name: 'Bia', state: 'removed' },
      { name: 'João Biasi' },
    ])
  })
})
