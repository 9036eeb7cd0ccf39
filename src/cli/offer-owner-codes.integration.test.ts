import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerCodeValidMs } from '../access/owner-code.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { openLedger, type Ledger } from '../ledger/open-ledger.ts'
import { checkOwnerCode } from '../ledger/people/owner-codes.ts'
import { syncPeople } from '../ledger/people/people.ts'
import { createSecrets } from '../ledger/secrets/secrets.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createLedgerDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { createLog } from './create-log.ts'
import { offerOwnerCodes, type OwnerCodes } from './offer-owner-codes.ts'

const secrets = createSecrets('a secret of tests that is long enough')
const start = Date.parse('2026-11-21T12:00:00Z')

let shipped: Catalogue
let database: TestDatabase
let ledger: Ledger
let codes: OwnerCodes | null

beforeAll(async () => {
  shipped = await loadShippedCatalogue()
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})
beforeEach(async () => {
  codes = null
  await database.pool.query('delete from owner_codes; delete from people')
})
afterEach(() => codes?.stop())
afterAll(async () => {
  await ledger.close()
  await database.close()
})

/** What the bot has shown and logged, and a time that goes on when it is told to. */
function openHouse(peopleFile: string | null = null, commands: Catalogue['commands'] = shipped.commands) {
  const shown: string[] = []
  const logged: unknown[] = []
  let now = start
  let planned: { readonly at: number; readonly run: () => void } | null = null
  let onNews: (() => void) | null = null
  const tell = (list: unknown[], what: unknown) => {
    list.push(what)
    onNews?.()
  }
  return {
    shown,
    logged,
    now: () => new Date(now),
    waitsMs: () => (planned === null ? null : planned.at - now),
    offer: () =>
      offerOwnerCodes(
        {
          catalogue: { ...shipped, commands },
          config: { peopleFile },
          ledger,
          secrets,
          log: createLog({ logLevel: 'trace' }, { write: (line: string) => tell(logged, JSON.parse(line)) }),
        },
        (text) => tell(shown, text),
        {
          clock: () => new Date(now),
          later: (ms, run) => {
            planned = { at: now + ms, run }
            onNews?.()
            return { callOff: () => void (planned = null) }
          },
        },
      ),
    /** Goes on to what is planned next, until it has planned what comes after it. */
    toNext: async () => {
      if (planned === null) throw new Error('nothing is planned')
      const { at, run } = planned
      planned = null
      now = at
      await new Promise<void>((resolve) => {
        onNews = () => (planned === null ? undefined : resolve())
        run()
      })
    },
  }
}

const codeIn = (text: string | undefined) => text?.split(' ').at(-1) ?? ''

test('a fresh code is shown whenever the one before lapses', async () => {
  const house = openHouse()
  codes = await house.offer()
  expect(house.waitsMs()).toBe(ownerCodeValidMs)
  await house.toNext()
  expect(house.shown).toHaveLength(2)
  const [first, second] = house.shown.map(codeIn)
  expect(await checkOwnerCode(ledger.db, secrets, first ?? '', house.now())).toBe(false)
  expect(await checkOwnerCode(ledger.db, secrets, second ?? '', house.now())).toBe(true)
  expect(house.logged).toEqual([])
})

test('when the database is away as a code lapses, it is tried again until a fresh one can be shown; that is told once', async () => {
  const house = openHouse()
  codes = await house.offer()
  await database.pool.query('alter table owner_codes rename to away')
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      await house.toNext()
      expect(house.shown).toHaveLength(1)
      expect(house.waitsMs()).toBeLessThanOrEqual(60_000)
    }
    expect(house.logged).toMatchObject([{ event: 'owner-code.failed' }])
  } finally {
    await database.pool.query('alter table away rename to owner_codes')
  }
  await house.toNext()
  expect(house.shown).toHaveLength(2)
  expect(await checkOwnerCode(ledger.db, secrets, codeIn(house.shown[1]), house.now())).toBe(true)
  expect(house.waitsMs()).toBe(ownerCodeValidMs)
  expect(house.logged).toHaveLength(1)
})

test('nothing is planned any more once it is stopped, also while the database is away', async () => {
  const house = openHouse()
  const stopped = await house.offer()
  await database.pool.query('alter table owner_codes rename to away')
  try {
    await house.toNext()
  } finally {
    await database.pool.query('alter table away rename to owner_codes')
  }
  stopped.stop()
  expect(house.waitsMs()).toBeNull()
})

test('no code is shown where a people file names who may speak', async () => {
  const house = openHouse('people.yaml')
  codes = await house.offer()
  expect(house.shown).toEqual([])
  expect(house.waitsMs()).toBeNull()
})

test('where no command takes a code none is shown, but how somebody becomes the owner; nothing where there is one', async () => {
  const without = new Map([...shipped.commands].filter(([token]) => token !== 'ADD_OWNER'))
  const house = openHouse(null, without)
  codes = await house.offer()
  expect(house.shown).toEqual([expect.stringContaining('name one in a people file')])
  expect(house.waitsMs()).toBeNull()
  expect((await database.pool.query('select 1 from owner_codes')).rows).toEqual([])

  const phone = '+5511990000001'
  await ledger.db.transaction().execute((trx) =>
    syncPeople(trx, [{ phone, name: 'Ana', roles: ['owner'], language: 'en', timeZone: 'UTC' }], {
      secrets,
      now: house.now(),
    }),
  )
  const owned = openHouse(null, without)
  await owned.offer()
  expect(owned.shown).toEqual([])
})
