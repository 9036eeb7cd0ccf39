import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue, Entity } from '../../catalogue/catalogue.ts'
import { errorCodeOf, RetryableError, TerminalError } from '../../errors.ts'
import { createActions } from '../../execution/action.ts'
import { createSqlActions } from '../../execution/actions/sql/sql.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { createPlaces } from '../../places.ts'
import { findEntity } from './find-entity.ts'

let database: TestDatabase
let shipped: Catalogue
const logged: unknown[] = []
const log = { info: keep, warn: keep, error: keep }

beforeAll(async () => {
  ;[database, shipped] = await Promise.all([createTestDatabase(), loadShippedCatalogue()])
})
afterAll(() => database.close())

function keep(line: unknown): void {
  logged.push(line)
}

function query(statement: string): Entity['byId'] {
  const actionMeta = { connection: 'shop', statement, values: { value: '{{args.value}}' } }
  return { actionDomain: 'sql', actionType: 'query', actionMeta }
}

/** What comes of looking orders up in this way, and the lines of the log. */
async function lookUp(statement: string, readTimeoutMs = 5000) {
  logged.length = 0
  const entity: Entity = {
    name: 'order',
    byId: query(statement),
    byName: null,
    near: null,
    alike: null,
    all: null,
    fields: {},
  }
  const catalogue = { ...shipped, entities: new Map([['order', entity]]) }
  const actions = createActions(createSqlActions({ connections: { shop: { pool: database.pool } } }))
  const deps = { catalogue, actions, lookupPlaces: createPlaces(1), log, limits: { readTimeoutMs } }
  return findEntity(deps, 'p', { kind: 'entity', entity: 'order', by: 'id', value: 'abc' }).catch(
    (error: unknown) => error,
  )
}

test.each([
  ['a table that is not there', 'select id from nothing_here where id = :value', '42P01'],
  ['a value that is cast in vain', 'select :value::text::integer as id', '22P02'],
  ['a number that is too large', 'select 3000000000::bigint::integer as id, :value as name', '22003'],
])('%s makes a lookup fail for good, and the log says which and why', async (_what, statement, sqlState) => {
  const error = await lookUp(statement)
  expect(error).toBeInstanceOf(TerminalError)
  expect([errorCodeOf(error), error]).toMatchObject(['lookup_failed', { params: { entity: 'order' } }])
  expect(logged).toMatchObject([{ event: 'lookup.failed', entity: 'order', lookup: 'byId', sqlState }])
})

test('a lookup that takes too long may be asked again, and says that it was its time', async () => {
  const error = await lookUp('select pg_sleep(5), :value as id', 500)
  expect(error).toBeInstanceOf(RetryableError)
  expect(errorCodeOf(error)).toBe('step_timeout')
  expect(logged).toMatchObject([{ event: 'lookup.failed', entity: 'order', lookup: 'byId' }])
})

test('a label that asks for what a lookup does not give is said in the log alone', async () => {
  const shown = `'Ana' as customer, 'x' as amount`
  expect(await lookUp(`select '204' as id, ${shown} where :value <> ''`)).toEqual([
    { id: '204', customer: 'Ana', amount: 'x' },
  ])
  expect(logged).toMatchObject([
    { event: 'text.unfilled', entity: 'order', lookup: 'byId', columns: ['status', 'has_refund'] },
  ])
  await lookUp(`select '204' as id, ${shown}, 'paid' as status, 'no' as has_refund where :value <> ''`)
  expect(logged).toEqual([])
})

test('rows with ids that no command takes are counted in the log, once for each lookup', async () => {
  const shown = `'Ana' as customer, 'x' as amount, 'paid' as status, 'no' as has_refund`
  const rows = await lookUp(`select id, ${shown} from (values ('204'), ('A/1'), ('A/2')) as o(id) where :value <> ''`)
  expect(rows).toHaveLength(3)
  expect(logged).toEqual([{ event: 'lookup.unusable', entity: 'order', lookup: 'byId', rows: 2 }])
})
