import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createActions, type Action } from '../execution/action.ts'
import { createHttpActions } from '../execution/actions/http/http.ts'
import { chartOfMonth } from '../execution/actions/report/chart-of-month.ts'
import { drawChart } from '../execution/actions/report/report-chart.ts'
import type { ChartMeta } from '../execution/actions/report/report-meta.ts'
import { createReportActions } from '../execution/actions/report/report.ts'
import { createSqlActions } from '../execution/actions/sql/sql.ts'
import { mediaOf } from '../execution/media.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import { planChain } from '../execution/plan/plan-chain.ts'
import type { Json, JsonObject } from '../json.ts'
import { ensureDemoShop } from '../ledger/shop/demo-shop.ts'
import { createPool } from '../ledger/open-ledger.ts'
import { startHttpService, type HttpService } from '../testing/servers/http-service.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { runTestChain } from '../testing/run-test-chain.ts'
import { shownOutcome } from '../testing/conversation/shown-outcome.ts'
import { createTestDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import type { Catalogue } from './catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'

/** The report, and the example against a service, run as they stand: the shipped catalogue with examples/ added. */

const house = join(import.meta.dirname, '..', '..')
let base: string
let database: TestDatabase
let shop: Pool
let service: HttpService
let actions: readonly Action[]
let catalogue: Catalogue

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sayso-reports-')))
  database = await createTestDatabase()
  service = await startHttpService()
  const schema = `${database.schema}_shop`
  await ensureDemoShop(database.pool, schema, { now: new Date('2026-01-31T12:00:00Z') })
  shop = createPool({ url: database.url, schema, max: 2 })
  actions = [
    ...createSqlActions({ connections: { shop: { pool: shop } } }),
    ...createReportActions({ root: base, clock: () => new Date('2026-03-15T10:00:00Z') }),
    ...createHttpActions({ services: { shipping: { baseUrl: service.url, allowPrivate: true } } }),
  ]
  catalogue = await loadWithExamples()
})

afterAll(async () => {
  await service.close()
  await shop.end()
  await database.pool.query(`drop schema "${database.schema}_shop" cascade`)
  await database.close()
  await rm(base, { recursive: true })
})

/** As examples/README.md says. */
async function loadWithExamples(): Promise<Catalogue> {
  const [commandsDir, localesDir] = [join(base, 'commands'), join(base, 'locales')]
  await cp(join(house, 'commands'), commandsDir, { recursive: true })
  await cp(join(house, 'examples', 'commands'), commandsDir, { recursive: true })
  for (const language of await readdir(join(house, 'locales'))) {
    await cp(join(house, 'locales', language), join(localesDir, language), { recursive: true })
    const texts = join(localesDir, language, 'commands.yaml')
    const [ours, theirs] = await Promise.all(
      [texts, join(house, 'examples', 'locales', language, 'commands.yaml')].map(
        // The catalogue checks their shape.
        async (file) => parse(await readFile(file, 'utf8')) as Record<'menus' | 'commands', object>,
      ),
    )
    const menus = { ...ours?.menus, ...theirs?.menus }
    await writeFile(texts, stringify({ ...ours, menus, commands: { ...ours?.commands, ...theirs?.commands } }))
  }
  return loadCatalogue({
    commandsDir,
    localesDir,
    actions: createActions(actions),
    // Other domains are not at hand here.
    planProblems: (chain) => {
      if (chain.some(({ actionDomain }) => !['sql', 'report', 'http'].includes(actionDomain))) return []
      const planned = planChain(chain, { actions: createActions(actions), outsideDomains: [] })
      return planned.kind === 'problems' ? planned.problems : []
    },
  })
}

async function run(token: string, args: JsonObject, language = 'en', time_zone = 'UTC'): Promise<Outcome> {
  const actor = { id: 'ana', language, time_zone }
  return runTestChain(catalogue.commands.get(token)?.chain ?? [], actions, { args, actor })
}

/** What was sold on a day, as it is in a time zone. */
async function addedIn(zone: string): Promise<Json | undefined> {
  const outcome = await run('SALES', { day: '2026-02-01' }, 'en', zone)
  return outcome.outputs['Add up the orders']
}

async function drawn(language: string): Promise<string> {
  const [chart] = mediaOf((await run('MONTHLY_REPORT', { month: '2026-01' }, language)).outputs)
  return (await readFile(join(base, chart?.path ?? ''))).toString('base64')
}

async function say(token: string, args: JsonObject): Promise<string> {
  return shownOutcome(catalogue, token, args, await run(token, args))
}

function wishes(text: string): readonly object[] {
  const reading = createReader(catalogue)(text, { kind: 'nothing' }, 'en')
  return reading.kind === 'wishes' ? reading.wishes : [reading]
}

describe('MONTHLY_REPORT', () => {
  test('tells the totals per status, and sends a chart and a table', async () => {
    const outcome = await run('MONTHLY_REPORT', { month: '2026-01' })
    const lines = shownOutcome(catalogue, 'MONTHLY_REPORT', { month: '2026-01' }, outcome).split('\n')
    expect(lines).toEqual([
      '📊 Orders in January 2026',
      'Paid: 8 orders · R$1,137.89',
      'Shipped: 5 orders · R$1,618.75',
      'Delivered: 3 orders · R$868.90',
      'Cancelled: 2 orders · R$352.00',
      'Refunded: 2 orders · R$64.40',
      'Total: 20 orders · R$4,041.94',
      'Sold, without cancelled and refunded: 16 orders · R$3,625.54',
    ])
    const media = mediaOf(outcome.outputs)
    expect(media).toMatchObject([
      { kind: 'image', filename: 'orders-2026-01.png' },
      { kind: 'document', filename: 'orders-2026-01.csv' },
    ])
    const table = await readFile(join(base, media[1]?.path ?? ''), 'utf8')
    expect(table).toContain('total,BRL,20,4041.94,8,1137.89')
  })

  test.each(['en', 'pt-BR', 'es'])(
    'says the same in %s in its words, its table and its chart: what was sold, and the total',
    async (language) => {
      await shop.query('update orders set refunded = 20.04 where id = 204')
      const outcome = await run('MONTHLY_REPORT', { month: '2026-01' }, language)
      await shop.query('update orders set refunded = 0 where id = 204')
      const told = { rows: outcome.outputs['Write the table'] }
      expect(told).toMatchObject({
        rows: {
          rows: expect.arrayContaining([
            expect.objectContaining({ status: 'total', orders: 20, amount: '4021.90' }),
            expect.objectContaining({ status: 'net', orders: 16, amount: '3605.50' }),
          ]),
        },
      })
      const [, table] = mediaOf(outcome.outputs)
      const [header = '', ...lines] = (await readFile(join(base, table?.path ?? ''), 'utf8')).trimEnd().split('\r\n')
      const columns = header.split(',')
      const totals = lines.at(-1)?.split(',') ?? []
      expect(Object.fromEntries(columns.map((column, index) => [column, totals[index]]))).toMatchObject({
        orders: '20',
        amount: '4021.90',
        'sold orders': '16',
        'sold amount': '3605.50',
      })
      const drawing = catalogue.commands.get('MONTHLY_REPORT')?.chain.find(({ actionType }) => actionType === 'chart')
      const { rows } = outcome.outputs['Add up the orders'] as { rows: ChartMeta['rows'] }
      // What the catalogue writes there has been checked when the chart was drawn.
      const given = { ...drawing?.actionMeta, month: '2026-01', rows, language, region: null } as unknown as ChartMeta
      const texts = [...drawChart(chartOfMonth(given)).matchAll(/>([^<]+)<\/text>/gu)].map(([, text]) => text)
      const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' })
      expect(texts[2]).toBe(money.format(3605.5))
      expect(texts[3]).toMatch(/^(?:Sold|Vendido), .+: 16 /u)
      expect(texts[4]).toMatch(/^Total: 20 /u)
      expect(texts[4]).toContain(money.format(4021.9))
    },
  )

  test('counts as sold what was not paid back', async () => {
    await shop.query('update orders set refunded = 20.04 where id = 204')
    const told = await say('MONTHLY_REPORT', { month: '2026-01' })
    expect(told).toContain('Sold, without cancelled and refunded: 16 orders · R$3,605.50')
    await shop.query('update orders set refunded = 0 where id = 204')
  })

  test('is about the month of the newest order when none was said, and about the month that was said otherwise', async () => {
    expect(await say('MONTHLY_REPORT', {})).toContain('January 2026')
    expect(await say('MONTHLY_REPORT', { month: '2026-03' })).toBe('📊 Orders in March 2026\nTotal: no orders')
    expect(await say('MONTHLY_REPORT', { month: '2026-01' })).toContain('Total: 20 orders')
  })

  test('draws the chart in the language of whoever asks', async () => {
    const english = await drawn('en')
    expect(await drawn('en')).toBe(english)
    expect(new Set([english, await drawn('pt-BR'), await drawn('es')]).size).toBe(3)
  })

  test.each([
    ['monthly report', {}],
    ['send me the report for october', { month: '2025-10' }],
    ['show me the monthly report for last month', { month: '2026-02' }],
  ])('is understood: %s', (text, args) => {
    expect(wishes(text)).toMatchObject([{ command: 'MONTHLY_REPORT', args }])
  })
})

describe('SALES', () => {
  test('adds up the orders of a day and of several, and what was sold of them', async () => {
    expect(await say('SALES', { day: '2026-01-31' })).toBe(
      '📊 Orders of Jan 31, 2026\nPaid: 1 order · R$410.00\nSold, without cancelled and refunded: 1 order · R$410.00',
    )
    await shop.query(`update orders set created_at = '2026-03-11T12:00:00Z' where id in (205, 206)`)
    await shop.query('update orders set refunded = 9.90 where id = 205')
    expect(await say('SALES', { period: 'this-week' })).toBe(
      [
        '📊 Orders from Mar 9, 2026 to Mar 15, 2026',
        'Shipped: 1 order · R$80.00',
        'Cancelled: 1 order · R$310.00',
        'Sold, without cancelled and refunded: 1 order · R$80.00',
      ].join('\n'),
    )
    await shop.query(`update orders set created_at = '2026-01-09T12:00:00Z', refunded = 0 where id in (205, 206)`)
  })

  test('says so where there was nothing, and is of today when no day was said', async () => {
    expect(await say('SALES', {})).toBe('📊 Orders of Mar 15, 2026\nSold, without cancelled and refunded: no orders')
  })

  test('days are those of whoever asks', async () => {
    await shop.query(`update orders set created_at = '2026-02-02T01:00:00Z' where id = 220`)
    const net = { status: 'net', orders: 1 }
    expect(await addedIn('America/Sao_Paulo')).toMatchObject({
      rows: [{ status: 'paid' }, net],
    })
    expect(await addedIn('UTC')).toMatchObject({ rows: [{ status: 'net', orders: 0 }] })
    await shop.query(`update orders set created_at = '2026-01-31T12:00:00Z' where id = 220`)
  })
})

describe('the files in words', () => {
  test.each([
    ['list the files', 'LIST_FILES', {}],
    ['which files are in the folder reports', 'LIST_FILES', { path: 'reports' }],
    ['delete the file notes.txt', 'DELETE_FILE', { path: 'notes.txt' }],
    ['please delete the file my monthly-plan 2.txt', 'DELETE_FILE', { path: 'my monthly-plan 2.txt' }],
    ['rename notes.txt to kept.txt', 'RENAME_FILE', { from: 'notes.txt', to: 'kept.txt' }],
    ['move the file a.csv to reports/a.csv', 'RENAME_FILE', { from: 'a.csv', to: 'reports/a.csv' }],
    ['delete a file', 'DELETE_FILE', {}],
  ])('%s', (text, command, args) => {
    expect(wishes(text)).toMatchObject([{ command, args }])
  })
})

describe('TRACK_ORDER, the example', () => {
  test('asks the service, whatever it answers', async () => {
    expect(await say('TRACK_ORDER', { id: '204' })).toBe('📦 Order 204: in transit, last seen in Campinas (Correios)')
    expect(await say('TRACK_ORDER', { id: '206' })).toContain('no parcel for order 206')
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /parcels/204',
      'GET /parcels/206',
    ])
    service.trouble({ kind: 'status', status: 403, body: '{"message":"*Paid* in full\\n✅ Order 1 cancelled"}' })
    const refused = await say('TRACK_ORDER', { id: '204' })
    expect(refused).toContain('shipping answered 403: ∗Paid∗ in full ✅ Order 1 cancelled')
    expect(refused.split('\n')).toHaveLength(5)
    expect(refused.split('\n').at(-1)).toMatch(/^Reply RETRY #\w{5} to try it again\.$/u)
  })

  test('is understood', () => {
    expect(wishes('track order 204')).toMatchObject([{ command: 'TRACK_ORDER', args: { id: '204' } }])
  })
})
