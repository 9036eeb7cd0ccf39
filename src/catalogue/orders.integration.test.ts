import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActions } from '../execution/action.ts'
import { createFilesystemActions } from '../execution/actions/filesystem/filesystem.ts'
import { createReportActions } from '../execution/actions/report/report.ts'
import { createSqlActions } from '../execution/actions/sql/sql.ts'
import type { Chain } from '../execution/plan/chain.ts'
import { createMemoryJournal } from '../execution/run/memory-journal.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import { runChain } from '../execution/run/run-chain.ts'
import { jsonText, type JsonObject } from '../json.ts'
import { ensureDemoShop } from '../ledger/shop/demo-shop.ts'
import { createTestDatabase } from '../testing/installations/test-database.ts'
import type { TestDatabase } from '../testing/installations/test-database.ts'
import type { Catalogue, Lookup } from './catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { wouldSucceed } from './commands/succeeds-if.ts'

/** The commands of commands/orders, run as they stand against a demo shop. */

let database: TestDatabase
let shop: Pool
let schema: string
let catalogue: Catalogue

const connections = {
  shop: {
    get pool() {
      return shop
    },
  },
}
const root = tmpdir()
const actions = createActions([
  ...createSqlActions({ connections }),
  ...createFilesystemActions({ root }),
  ...createReportActions({ root, clock: () => new Date('2026-01-31T12:00:00Z') }),
])

beforeAll(async () => {
  database = await createTestDatabase()
  const house = join(import.meta.dirname, '..', '..')
  catalogue = await loadCatalogue({
    commandsDir: join(house, 'commands'),
    localesDir: join(house, 'locales'),
    actions,
    // Other domains are not at hand here; the chains of orders are planned when they run.
    planProblems: () => [],
  })
})

beforeEach(async () => {
  schema = `${database.schema}_${randomUUID().slice(0, 8)}`
  await ensureDemoShop(database.pool, schema, { now: new Date('2026-01-31T12:00:00Z') })
  const url = new URL(database.url)
  url.searchParams.set('options', `-c search_path=${schema}`)
  shop = new Pool({ connectionString: url.href, max: 4 })
  return async () => {
    await shop.end()
    await database.pool.query(`drop schema "${schema}" cascade`)
  }
})

afterAll(() => database.close())

async function runSteps(chain: Chain, args: JsonObject): Promise<Outcome> {
  return runChain({
    chain,
    args,
    actor: { id: 'ana', language: 'en', time_zone: 'UTC' },
    command: { id: randomUUID(), ref: 'TEST' },
    actions,
    journal: createMemoryJournal(),
    limits: { stepTimeoutMs: 10_000 },
    signal: new AbortController().signal,
  })
}

async function run(token: string, args: JsonObject): Promise<Outcome> {
  return runSteps(catalogue.commands.get(token)?.chain ?? [], args)
}

/** The rows of the last step; anything but success fails the test. */
async function rowsOf(outcome: Promise<Outcome>): Promise<readonly JsonObject[]> {
  const settled = await outcome
  if (settled.kind !== 'executed') throw new Error(settled.explanation)
  return (Object.values(settled.outputs).at(-1) as { rows: readonly JsonObject[] }).rows
}

async function find(kind: 'byId' | 'byName', value: string, entity = 'order'): Promise<readonly JsonObject[]> {
  const lookup: Lookup | null | undefined = catalogue.entities.get(entity)?.[kind]
  if (lookup == null) throw new TypeError(`orders cannot be found ${kind}`)
  const silent = { stepName: 'find', stepDescription: '', stepMsg: '', observationDomain: '', observe: '', yield: [] }
  return rowsOf(runSteps([{ ...silent, ...lookup }], { value }))
}

const statusOf = async (id: string) => (await rowsOf(run('ORDER_STATUS', { id })))[0]

describe('finding an order', () => {
  test('by id gives one row with a text id, or none', async () => {
    expect(await find('byId', '204')).toMatchObject([
      { id: '204', customer: 'Maria Souza', amount: '120.00', currency: 'BRL', status: 'paid' },
    ])
    expect(await find('byId', '9999999999')).toEqual([])
  })

  test.each([
    ['Pedro', ['207', '208']],
    ['pedro alves', ['207', '208']],
    ['JOAO', ['205']],
    ['joão', ['205']],
    ['Joa\u0303o', ['205']],
    ['martinez', ['210']],
    ['nobody', []],
    ['err', []],
    ['de', []],
    ['al', []],
    ['Alv', ['207', '208']],
    ['%', []],
    ["'; drop table orders; --", []],
  ])('by name %s gives %j', async (name, ids) => {
    expect((await find('byName', name)).map(({ id }) => id)).toEqual(ids)
  })
})

describe('ORDER_STATUS', () => {
  test('tells customer, amount, status and every note in the order in which they were written', async () => {
    await run('ADD_NOTE', { id: '204', text: 'first' })
    await run('ADD_NOTE', { id: '204', text: "{{args.id}} '; drop table orders; --" })
    expect(await statusOf('204')).toMatchObject({
      id: '204',
      customer: 'Maria Souza',
      amount: '120.00',
      status: 'paid',
      has_refund: 'no',
      note_count: '2',
      notes: ['first', "{{args.id}} '; drop table orders; --"],
    })
  })

  test('has no notes to tell of an order without any', async () => {
    expect(await statusOf('205')).toMatchObject({ note_count: '0', notes: [] })
  })
})

describe('ADD_NOTE and REMOVE_NOTE', () => {
  test('take each other back', async () => {
    const before = await statusOf('215')
    const [added] = await rowsOf(run('ADD_NOTE', { id: '215', text: 'a gift' }))
    const note = added?.['note'] ?? null
    expect(await find('byId', jsonText(note), 'note')).toEqual([
      { id: note, order_id: '215', text: 'a gift', customer: 'Camila Barbosa' },
    ])
    expect(await rowsOf(run('REMOVE_NOTE', { note }))).toEqual([{ note, order_id: '215', text: 'a gift' }])
    expect(await statusOf('215')).toEqual(before)
    expect(await run('REMOVE_NOTE', { note })).toMatchObject({ kind: 'failed', reason: 'precondition_failed' })
  })

  test.each([
    ['208', ['Wants both orders in one parcel']],
    ['215', ['Call before delivery']],
    ['DELIVERY', ['Call before delivery']],
    ['her mind', ['Customer changed her mind']],
    ['999', []],
    ['1', []],
    ['%', []],
  ])('find the notes of an order by its number, others by their words: %s', async (value, texts) => {
    expect((await find('byName', value, 'note')).map(({ text }) => text)).toEqual(texts)
  })
})

describe('LIST_ORDERS', () => {
  test('lists all, newest first', async () => {
    const rows = await rowsOf(run('LIST_ORDERS', {}))
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => String(220 - index)))
  })

  test('lists those of one status', async () => {
    const rows = await rowsOf(run('LIST_ORDERS', { status: 'cancelled' }))
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['212', 'cancelled'],
      ['206', 'cancelled'],
    ])
  })

  test('lists those of a day, and of a period', async () => {
    const day = '2026-01-29'
    expect(await rowsOf(run('LIST_ORDERS', { day }))).toMatchObject([{ id: '219' }])
    expect(await rowsOf(run('LIST_ORDERS', { day, status: 'paid' }))).toEqual([])
    expect((await rowsOf(run('LIST_ORDERS', { period: 'last-7-days' }))).map(({ id }) => id)).toEqual([
      '220',
      '219',
      '218',
      '217',
    ])
  })
})

describe('CANCEL_ORDER and REINSTATE_ORDER', () => {
  test.each(['204', '205'])('bring order %s back to what it was', async (id) => {
    const before = await statusOf(id)
    await rowsOf(run('CANCEL_ORDER', { id }))
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled', notes: [] })
    await rowsOf(run('REINSTATE_ORDER', { id }))
    expect(await statusOf(id)).toEqual(before)
  })

  test('keep the reason as a note', async () => {
    await rowsOf(run('CANCEL_ORDER', { id: '204', reason: 'ordered twice' }))
    expect(await statusOf('204')).toMatchObject({ status: 'cancelled', notes: ['ordered twice'] })
  })

  test.each([
    ['CANCEL_ORDER', '206'],
    ['CANCEL_ORDER', '203'],
    ['CANCEL_ORDER', '999'],
    ['REINSTATE_ORDER', '204'],
    ['REINSTATE_ORDER', '999'],
    ['ADD_NOTE', '999'],
  ])('%s of order %s fails and changes nothing', async (token, id) => {
    const before = await rowsOf(run('LIST_ORDERS', {}))
    expect(await run(token, { id, text: 'note', reason: 'reason' })).toMatchObject({
      kind: 'failed',
      reason: 'precondition_failed',
      effect: 'none',
    })
    expect(await rowsOf(run('LIST_ORDERS', {}))).toEqual(before)
  })
})

describe('REFUND_ORDER', () => {
  test('adds up, tells what remains, and ends in refunded', async () => {
    expect(await rowsOf(run('REFUND_ORDER', { id: '205', amount: '10.00 BRL' }))).toMatchObject([
      { refunded: '10.00', remaining: '79.90', status: 'shipped' },
    ])
    expect(await statusOf('205')).toMatchObject({ has_refund: 'yes', refunded: '10.00' })
    expect(await find('byId', '205')).toMatchObject([{ has_refundable: 'yes', refundable: 79.9 }])
    expect(await rowsOf(run('REFUND_ORDER', { id: '205', amount: '79.90 BRL' }))).toMatchObject([
      { remaining: '0.00', status: 'refunded' },
    ])
    expect(await find('byId', '205')).toMatchObject([{ has_refundable: 'no', refundable: 0 }])
  })

  test.each([
    ['204', '120.01 BRL'],
    ['204', '1000000000000.00 BRL'],
    ['204', '0.00 BRL'],
    ['204', '-5.00 BRL'],
    ['203', '0.01 BRL'],
    ['999', '1.00 BRL'],
    ['204', '1.00 EUR'],
  ])('of order %s by %s fails and pays nothing', async (id, amount) => {
    expect(await run('REFUND_ORDER', { id, amount })).toMatchObject({
      kind: 'failed',
      reason: 'precondition_failed',
      effect: 'none',
    })
    const { rows } = await shop.query(`select sum(refunded)::text as sum from orders`)
    expect(rows).toEqual([{ sum: '64.40' }])
  })

  test('never pays more than was paid, however many ask at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => run('REFUND_ORDER', { id: '204', amount: '50.00 BRL' })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'executed')).toHaveLength(2)
    expect(await statusOf('204')).toMatchObject({ refunded: '100.00' })
  })

  test('of a cancelled order leaves nothing to reinstate once all is paid back', async () => {
    await rowsOf(run('REFUND_ORDER', { id: '206', amount: '310.00 BRL' }))
    expect(await run('REINSTATE_ORDER', { id: '206' })).toMatchObject({ kind: 'failed', reason: 'precondition_failed' })
    expect(await statusOf('206')).toMatchObject({ status: 'refunded' })
  })
})

test.each(['CANCEL_ORDER', 'REINSTATE_ORDER', 'REFUND_ORDER'])(
  'what the preview of %s foretells of any order is what happens to it',
  async (token) => {
    const command = catalogue.commands.get(token)
    if (command === undefined) throw new TypeError(`There is no ${token}`)
    const seen = new Set<boolean>()
    for (const { id } of await rowsOf(run('LIST_ORDERS', {}))) {
      const args = { id: jsonText(id ?? null), amount: '89.90 BRL' }
      const [order = null] = await find('byId', args.id)
      const foretold = wouldSucceed(command, { args, facts: { order } })
      expect([id, (await run(token, args)).kind]).toEqual([id, foretold ? 'executed' : 'failed'])
      seen.add(foretold)
    }
    expect(seen).toEqual(new Set([true, false]))
  },
)
