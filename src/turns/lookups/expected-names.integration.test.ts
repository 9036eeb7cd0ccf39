import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Entity } from '../../catalogue/catalogue.ts'
import { createActions } from '../../execution/action.ts'
import { createSqlActions } from '../../execution/actions/sql/sql.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { createPlaces } from '../../places.ts'
import { createExpectedNames, type Speaker } from './expected-names.ts'

let database: TestDatabase
let shipped: Catalogue

beforeAll(async () => {
  ;[database, shipped] = await Promise.all([createTestDatabase(), loadShippedCatalogue()])
})
afterAll(() => database.close())

const owner: Speaker = { person: { id: 'o', roles: ['owner'] }, isPublic: false }
const nobody: Speaker = { person: { id: 'n', roles: [] }, isPublic: false }

/** Names of people, of whom all are found so; `minutes` moves the clock. */
function expected(statement: string) {
  // Its own: what an earlier lookup was too late for is logged later.
  const logged: unknown[] = []
  const keep = (line: unknown) => void logged.push(line)
  const person = shipped.entities.get('person')
  if (person === undefined) throw new Error('There are no people')
  const all: Entity['byId'] = {
    actionDomain: 'sql',
    actionType: 'query',
    actionMeta: { connection: 'shop', statement },
  }
  let minutes = 0
  const names = createExpectedNames({
    catalogue: { ...shipped, entities: new Map([['person', { ...person, all }]]) },
    actions: createActions(createSqlActions({ connections: { shop: { pool: database.pool } } })),
    lookupPlaces: createPlaces(1),
    log: { info: keep, warn: keep, error: keep },
    limits: { readTimeoutMs: 5000 },
    clock: () => new Date(minutes * 60_000),
  })
  return { names, logged, wait: (more: number) => (minutes += more) }
}

const columns = `'' as roles, '' as phone`

describe('the names that somebody may say', () => {
  test('are those of all things that commands name which the person may ask for', async () => {
    const { names } = expected(`select n as id, 'Person ' || n as name, ${columns} from generate_series(1, 2) as n`)
    expect(await names(owner)).toEqual({ person: ['Person 1', 'Person 2'] })
  })

  test('are none while the shop takes its time, and those that it has found the next time', async () => {
    const { names } = expected(
      `select n as id, 'Person ' || n as name, ${columns} from generate_series(1, 2) as n, (select pg_sleep(3)) as slow`,
    )
    expect(await names(owner)).toEqual({ person: [] })
    await expect.poll(() => names(owner)).toEqual({ person: ['Person 1', 'Person 2'] })
  })

  test('are none for whoever has no right to any such command, or asks where everybody reads', async () => {
    const { names } = expected(`select 1 as id, 'Ann' as name, ${columns}`)
    expect(await names(owner)).toEqual({ person: ['Ann'] })
    expect(await names(nobody)).toEqual({})
    expect(await names({ ...owner, isPublic: true })).toEqual({})
  })

  test('are none where the things are many, or have no name', async () => {
    const many = expected(`select n as id, 'Ann' as name, ${columns} from generate_series(1, 201) as n`)
    expect(await many.names(owner)).toEqual({ person: [] })
    const nameless = expected(`select n as id, null as name, ${columns} from generate_series(1, 2) as n`)
    expect(await nameless.names(owner)).toEqual({ person: [] })
  })

  test('are none where they cannot be looked up, and the log says which', async () => {
    const { names, logged } = expected(`select 'Ann Lee'::integer as id`)
    expect(await names(owner)).toEqual({ person: [] })
    await expect.poll(() => logged).toMatchObject([{ event: 'lookup.failed', entity: 'person', lookup: 'all' }])
  })

  test('are looked up once in a while for each person', async () => {
    const { names, wait } = expected(`select 1 as id, random()::text as name, ${columns}`)
    const first = await names(owner)
    wait(4)
    expect(await names(owner)).toEqual(first)
    expect(await names({ ...owner, person: { ...owner.person, id: 'other' } })).not.toEqual(first)
    wait(2)
    expect(await names(owner)).not.toEqual(first)
  })
})
