import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { Json } from '../../../json.ts'
import type { Action, ActionContext } from '../../action.ts'
import type { Media } from '../../media.ts'
import { chartOfMonth } from './chart-of-month.ts'
import { keepFile } from '../filesystem/filesystem-write.ts'
import { drawChart } from './report-chart.ts'
import { renderCsv } from './report-csv.ts'
import { ChartMeta, CsvMeta } from './report-meta.ts'
import { renderPng } from './report-png.ts'
import { addUp, decimalOf, soldOf, unsoldOf, type CurrencyTotals } from './report-totals.ts'

/** Where reports are kept, below the workspace root. */
const FOLDER = 'reports'
// A report changes nothing that anybody else made: it only adds files of its own, and the same report no second time.
const renders = { domain: 'report', effect: 'none', repeat: 'safe' } as const

/**
 * `csv {name, month, rows, statuses}`: keeps the table of a month and gives it for the chat, with one row for each status
 * that occurs, one `total`, and one `net` where anything of the total was not sold, per currency.
 */
export function createCsv(root: string): Action {
  return {
    ...renders,
    type: 'csv',
    meta: CsvMeta,
    // The schema has been checked; so below.
    run: async (meta, context) => {
      const { name, month, rows, statuses } = meta as Static<typeof CsvMeta>
      const totals = addUp(
        rows,
        statuses.map((each) => each.name),
      )
      const unsold = unsoldOf(statuses)
      const bytes = Buffer.from(renderCsv(totals, unsold))
      const file = {
        name: `${name}-${month}`,
        extension: 'csv',
        mimetype: 'text/csv',
        bytes,
        kind: 'document',
      } as const
      return { rows: summaryRows(month, totals, unsold), media: [await keep(root, file, context)] }
    },
  }
}

/**
 * `chart {name, month, rows, statuses, language, words}`: draws a month as PNG, keeps it and gives it for the chat. Of
 * several currencies the one with the most orders is drawn, and it says so.
 */
export function createChart(root: string): Action {
  return {
    ...renders,
    type: 'chart',
    meta: ChartMeta,
    run: async (meta, context) => {
      const given = meta as ChartMeta
      const bytes = await renderPng(drawChart(chartOfMonth(given)), context.signal)
      const name = `${given.name}-${given.month}`
      const file = { name, extension: 'png', mimetype: 'image/png', bytes, kind: 'image' } as const
      return { media: [await keep(root, file, context)] }
    },
  }
}

type File = {
  readonly name: string
  readonly extension: string
  readonly mimetype: string
  readonly bytes: Uint8Array
  readonly kind: Media['kind']
}

/** A name has a piece of the contents' digest: what was reported earlier stays, and the same is kept once. */
async function keep(root: string, file: File, context: ActionContext): Promise<Media> {
  const digest = createHash('sha256').update(file.bytes).digest('hex').slice(0, 8)
  const name = `${file.name}-${digest}.${file.extension}`
  const path = await keepFile(root, { folder: FOLDER, name, bytes: file.bytes }, context)
  return { path, mimetype: file.mimetype, filename: `${file.name}.${file.extension}`, kind: file.kind }
}

function summaryRows(month: string, totals: readonly CurrencyTotals[], unsold: readonly string[]): Json {
  // A moment within the month, so that texts can write it as a date; in every time zone it is this month.
  const month_at = Date.parse(`${month}-15T12:00:00Z`)
  const base = { month, month_at }
  if (totals.length === 0) return [{ ...base, status: 'total', orders: 0, amount: null, currency: null }]
  return totals.flatMap(({ currency, orders, cents, statuses }) => [
    ...statuses.map((each) => ({
      ...base,
      status: each.status,
      orders: each.orders,
      amount: decimalOf(each.cents),
      currency,
    })),
    { ...base, status: 'total', orders, amount: decimalOf(cents), currency },
    ...netRows({ orders, cents, statuses }, unsold).map((net) => ({ ...base, ...net, currency })),
  ])
}

/** What is left of the total without what was not sold; no row where that is the total. */
function netRows(totals: Pick<CurrencyTotals, 'orders' | 'cents' | 'statuses'>, unsold: readonly string[]) {
  const sold = soldOf(totals, unsold)
  return sold === null ? [] : [{ status: 'net', orders: sold.orders, amount: decimalOf(sold.cents) }]
}
