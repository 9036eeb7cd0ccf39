import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorCodeOf } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { createActions } from '../../action.ts'
import { mediaOf } from '../../media.ts'
import { renderedMetaProblems } from '../../templates/validate-meta.ts'
import { chartOfMonth } from './chart-of-month.ts'
import { drawChart } from './report-chart.ts'
import type { ChartMeta } from './report-meta.ts'
import { createReportActions } from './report.ts'

let base: string
let root: string

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sayso-report-')))
  root = join(base, 'root')
  await mkdir(root)
})

afterEach(() => rm(base, { recursive: true }))

const statuses = [{ name: 'paid', colour: '#2f6fe0' }]
const english = {
  title: 'Orders',
  orders: '{count, plural, one {# order} other {# orders}}',
  perDay: 'Per day',
  nothing: 'Nothing',
  otherCurrencies: 'More in the table',
  statuses: { paid: 'Paid' },
}
const rows = [{ day: '2026-01-31', status: 'paid', currency: 'BRL', orders: 2, amount: '10.50' }]
const csv = { name: 'orders', month: '2026-01', rows, statuses }
const chart = { ...csv, language: 'en', words: { en: english } }

const clock = (): Date => new Date('2026-03-15T10:00:00Z')

async function run(type: string, meta: JsonObject): Promise<JsonObject> {
  const action = createActions(createReportActions({ root, clock })).find('report', type)
  if (action === undefined) throw new Error(`no ${type}`)
  expect(renderedMetaProblems(action, meta)).toEqual([])
  const context = { effectId: 'c1/step', signal: new AbortController().signal, outputs: [] }
  return (await action.run(meta, context)) as JsonObject
}

/** What stands first in a chart, below its month. */
function heads(more: Partial<ChartMeta>): readonly (string | undefined)[] {
  const texts = drawChart(chartOfMonth({ ...chart, ...more })).matchAll(/>([^<]*)<\/text>/gu)
  return [...texts].slice(2, 5).map(([, said]) => said)
}

/** Width and height of a PNG, from its first chunk. */
async function sizeOf(output: Json): Promise<readonly [number, number]> {
  const [media] = mediaOf({ output })
  const bytes = await readFile(join(root, media?.path ?? ''))
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describe('csv', () => {
  test('keeps the table, gives it for the chat, and tells the totals in rows', async () => {
    const output = await run('csv', csv)
    const [file] = await readdir(join(root, 'reports'))
    expect(file).toMatch(/^orders-2026-01-[0-9a-f]{8}\.csv$/u)
    expect(output['media']).toEqual([
      { path: `/reports/${file}`, mimetype: 'text/csv', filename: 'orders-2026-01.csv', kind: 'document' },
    ])
    expect(output['rows']).toMatchObject([
      { month: '2026-01', status: 'paid', orders: 2, amount: '10.50', currency: 'BRL' },
      { month: '2026-01', status: 'total', orders: 2, amount: '10.50', currency: 'BRL' },
    ])
    expect(await readFile(join(root, 'reports', file ?? ''), 'utf8')).toContain('2026-01-31,BRL,2,10.50')
  })

  test('tells what was sold without what was not, in each currency where they differ', async () => {
    const lost = { day: '2026-01-30', status: 'refunded', currency: 'BRL', orders: 1, amount: '0.10' }
    const dollars = { ...lost, status: 'paid', currency: 'USD' }
    const marked = [...statuses, { name: 'refunded', colour: '#d6455d', sold: false }]
    const output = await run('csv', { ...csv, rows: [...rows, lost, dollars], statuses: marked })
    expect((output['rows'] as readonly JsonObject[]).filter(({ status }) => status !== 'paid')).toMatchObject([
      { status: 'refunded', orders: 1, amount: '0.10', currency: 'BRL' },
      { status: 'total', orders: 3, amount: '10.60', currency: 'BRL' },
      { status: 'net', orders: 2, amount: '10.50', currency: 'BRL' },
      { status: 'total', orders: 1, amount: '0.10', currency: 'USD' },
    ])
    const only = await run('csv', { ...csv, rows: [lost], statuses: marked })
    expect((only['rows'] as readonly JsonObject[]).at(-1)).toMatchObject({ status: 'net', orders: 0, amount: '0.00' })
  })

  test('tells that there is nothing', async () => {
    expect((await run('csv', { ...csv, rows: [] }))['rows']).toMatchObject([
      { status: 'total', orders: 0, amount: null },
    ])
  })

  test('of the same month is kept once, and never over what is there', async () => {
    const first = await run('csv', csv)
    expect(await Promise.all([run('csv', csv), run('csv', csv)])).toEqual([first, first])
    await run('csv', { ...csv, rows: [] })
    const files = await readdir(join(root, 'reports'))
    expect(files).toHaveLength(2)
    const [media] = mediaOf({ first })
    await writeFile(join(root, media?.path ?? ''), 'mine')
    expect(await run('csv', csv).then(() => 'written', errorCodeOf)).toBe('file_exists')
    expect(await readFile(join(root, media?.path ?? ''), 'utf8')).toBe('mine')
    expect(await readdir(join(root, 'reports'))).toEqual(files)
  })

  test('is never written outside the workspace', async () => {
    await mkdir(join(base, 'elsewhere'))
    await symlink('../elsewhere', join(root, 'reports'))
    expect(await run('csv', csv).then(() => 'written', errorCodeOf)).toBe('path_outside')
    await rm(join(root, 'reports'))
    await writeFile(join(root, 'reports'), 'a file')
    expect(await run('csv', csv).then(() => 'written', errorCodeOf)).toMatch(/file_exists|precondition_failed/u)
    expect(await readdir(join(base, 'elsewhere'))).toEqual([])
  })
})

describe('days', () => {
  test.each([
    [{}, ['2026-03-15', '2026-03-15', '2026-03-15T03:00:00.000Z', '2026-03-16T03:00:00.000Z']],
    [{ day: '2026-02-01' }, ['2026-02-01', '2026-02-01', '2026-02-01T03:00:00.000Z', '2026-02-02T03:00:00.000Z']],
    [{ period: 'last-week' }, ['2026-03-02', '2026-03-08', '2026-03-02T03:00:00.000Z', '2026-03-09T03:00:00.000Z']],
    [{ day: '2026-02-01', period: 'last-week' }, ['2026-02-01', '2026-02-01', '2026-02-01T03:00:00.000Z']],
    [
      { since: '2026-02-01', until: '2026-02-10' },
      ['2026-02-01', '2026-02-10', '2026-02-01T03:00:00.000Z', '2026-02-11T03:00:00.000Z'],
    ],
    [{ since: '2026-02-10', until: '2026-02-01' }, ['2026-02-01', '2026-02-10', '2026-02-01T03:00:00.000Z']],
    [{ since: '2026-03-14', period: 'last-week' }, ['2026-03-14', '2026-03-15', '2026-03-14T03:00:00.000Z']],
  ])('%j begin and end where it does for the person', async (meant, [first = '', last = '', from = '', ...to]) => {
    const days = await run('days', { ...meant, timeZone: 'America/Sao_Paulo' })
    expect(days).toMatchObject({ first, last, from, ...(to[0] !== undefined && { to: to[0] }) })
  })
})

test.each(['month', 'days'])('%s tells the columns that it gives', async (type) => {
  const action = createActions(createReportActions({ root, clock })).find('report', type)
  const given = Object.keys(await run(type, type === 'days' ? { timeZone: 'UTC' } : {}))
  expect(action?.columns?.({})).toEqual(expect.arrayContaining(given))
  expect(action?.columns?.({})).toHaveLength(given.length)
})

describe('chart', () => {
  test('is a picture in the format of a phone, the same bytes for the same month', async () => {
    const output = await run('chart', chart)
    expect(output['media']).toMatchObject([{ mimetype: 'image/png', filename: 'orders-2026-01.png', kind: 'image' }])
    expect(await sizeOf(output)).toEqual([1080, 1102])
    expect(await run('chart', chart)).toEqual(output)
    expect(await readdir(join(root, 'reports'))).toHaveLength(1)
  })

  test('grows with the number of statuses, and can be empty', async () => {
    const many = Array.from({ length: 10 }, (_, n) => ({ ...rows[0], status: `status ${n}`, amount: n * 1000.5 }))
    expect(await sizeOf(await run('chart', { ...chart, rows: many }))).toEqual([1080, 1660])
    expect(await sizeOf(await run('chart', { ...chart, rows: [] }))).toEqual([1080, 1080])
  })

  test('has the total alone where everything was sold, or no words say what was', () => {
    const lost = { day: '2026-01-30', status: 'refunded', currency: 'BRL', orders: 2, amount: '0.10' }
    const marked = [...statuses, { name: 'refunded', colour: '#d6455d', sold: false }]
    const worded = { en: { ...english, sold: 'Sold: {orders}', total: 'All: {orders}, {amount}' } }
    expect(heads({ words: worded, statuses: marked })).toEqual(['R$10.50', '2 orders', ''])
    expect(heads({ rows: [...rows, lost], statuses: marked })).toEqual(['R$10.60', '4 orders', ''])
    expect(heads({ rows: [...rows, lost], words: worded, statuses: marked })).toEqual([
      'R$10.50',
      'Sold: 2 orders',
      'All: 4 orders, R$10.60',
    ])
  })

  test('says it in the language that was asked for, and in English when it has no other', async () => {
    const words = { en: english, es: { ...english, title: 'Pedidos' } }
    const pictures = await Promise.all(
      ['en', 'es', 'fr'].map(async (language) => run('chart', { ...chart, words, language })),
    )
    expect(pictures[2]).toEqual(pictures[0])
    expect(pictures[1]).not.toEqual(pictures[0])
  })

  test('writes numbers as in the region that was asked for', async () => {
    const pictures = await Promise.all(
      ['es-MX', 'es-AR', null].map(async (region) => {
        const words = { en: english, es: english }
        return run('chart', { ...chart, words, language: 'es', region })
      }),
    )
    expect(pictures[0]).not.toEqual(pictures[1])
    expect(pictures[2]).not.toEqual(pictures[0])
  })

  test('takes whatever a status is called for text', async () => {
    const hostile = ['</text><image href="/etc/passwd"/>', '&lt;', '\u0000\u0008', '"', ']]>', 'toString']
    const named = hostile.map((status) => ({ ...rows[0], status }))
    expect((await sizeOf(await run('chart', { ...chart, rows: named })))[0]).toBe(1080)
  })
})

async function month(asked: string | null, newest: string | null): Promise<Json | undefined> {
  return (await run('month', { month: asked, newest }))['month']
}

describe('month', () => {
  test('is the one that was asked for, else the newest with something in it, else this one', async () => {
    expect(await month('2026-02', '2026-01')).toBe('2026-02')
    expect(await month(null, '2026-01')).toBe('2026-01')
    expect(await month(null, null)).toBe('2026-03')
  })
})
