import { createHash } from 'node:crypto'
import { IntlMessageFormat } from 'intl-messageformat'
import { Type, type Static } from 'typebox'
import type { Json } from '../../json.ts'
import type { Action, ActionContext } from '../action.ts'
import type { Media } from '../media.ts'
import { keepFile } from './filesystem-write.ts'
import { drawChart } from './report-chart.ts'
import { renderCsv } from './report-csv.ts'
import { renderPng } from './report-png.ts'
import { addUp, decimalOf, type CurrencyTotals } from './report-totals.ts'

/** Where reports are kept, below the workspace root. */
const FOLDER = 'reports'
/** How many rows a report takes at most: 31 days, with as many statuses and currencies as one can still read. */
const MAX_ROWS = 1000

const text = Type.String({ minLength: 1, maxLength: 120 })

const ReportFields = {
  /** The beginning of the files' names: `orders` gives `orders-2026-10.csv`. */
  name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,40}$', literal: true }),
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  rows: Type.Array(
    Type.Object({
      day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
      status: Type.String({ maxLength: 60 }),
      currency: Type.String({ maxLength: 12 }),
      orders: Type.Integer({ minimum: 0 }),
      amount: Type.Union([Type.Number(), Type.String({ pattern: '^-?[0-9]{1,15}(\\.[0-9]+)?$' })]),
    }),
    { maxItems: MAX_ROWS },
  ),
  /** In the order in which they are shown; a status that is not here comes after them, in violet. */
  statuses: Type.Array(
    Type.Object(
      {
        name: text,
        colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
        /** `false`: what has it was not sold after all, and is left out of `net`; default: true. */
        sold: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 12 },
  ),
}

const CsvMeta = Type.Object(ReportFields, { additionalProperties: false })

const ChartWords = Type.Object(
  {
    title: text,
    /** ICU with `{count}`. */
    orders: text,
    perDay: text,
    nothing: text,
    /** Said when there are other currencies than the one that is drawn. */
    otherCurrencies: text,
    /** Status → how it is called; one that is not here is called by its name. */
    statuses: Type.Record(Type.String(), text),
  },
  { additionalProperties: false },
)

const ChartMeta = Type.Object(
  {
    ...ReportFields,
    /** A BCP 47 tag; a language that `words` has not is English. */
    language: Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
    words: Type.Intersect([Type.Object({ en: ChartWords }), Type.Record(Type.String(), ChartWords)]),
  },
  { additionalProperties: false },
)

const unknownColour = '#7c5fd3'

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
      const bytes = Buffer.from(renderCsv(totals))
      const file = {
        name: `${name}-${month}`,
        extension: 'csv',
        mimetype: 'text/csv',
        bytes,
        kind: 'document',
      } as const
      const unsold = statuses.filter(({ sold }) => sold === false).map((each) => each.name)
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
      const given = meta as Static<typeof ChartMeta>
      const bytes = await renderPng(svgOf(given), context.signal)
      const name = `${given.name}-${given.month}`
      const file = { name, extension: 'png', mimetype: 'image/png', bytes, kind: 'image' } as const
      return { media: [await keep(root, file, context)] }
    },
  }
}

function svgOf({ month, rows, statuses, language: wanted, words: all }: Static<typeof ChartMeta>): string {
  const language = all[wanted] === undefined ? 'en' : wanted
  const words = all[language] ?? all.en
  const [totals = null, ...others] = addUp(
    rows,
    statuses.map(({ name }) => name),
  )
  const orders = new IntlMessageFormat(words.orders, language)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const monthName = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const known = statuses.map(({ name, colour }) => ({ status: name, colour, label: labelOf(words, name) }))
  const unknown = (totals?.statuses ?? [])
    .filter(({ status }) => !statuses.some(({ name }) => name === status))
    .map(({ status }) => ({ status, colour: unknownColour, label: labelOf(words, status) }))
  return drawChart({
    title: words.title,
    month: capitalise(monthName.format(Date.UTC(year, number - 1, 15)), language),
    days: new Date(Date.UTC(year, number, 0)).getUTCDate(),
    totals,
    styles: [...known, ...unknown],
    language,
    words: {
      orders: (count) => String(orders.format({ count })),
      perDay: words.perDay,
      nothing: words.nothing,
      note: others.length === 0 ? '' : words.otherCurrencies,
    },
  })
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
function netRows(
  { orders, cents, statuses }: Pick<CurrencyTotals, 'orders' | 'cents' | 'statuses'>,
  unsold: readonly string[],
) {
  const lost = statuses.filter(({ status }) => unsold.includes(status))
  if (lost.length === 0) return []
  const left = lost.reduce((sum, each) => ({ orders: sum.orders - each.orders, cents: sum.cents - each.cents }), {
    orders,
    cents,
  })
  return [{ status: 'net', orders: left.orders, amount: decimalOf(left.cents) }]
}

/** A status is data: it may be called `toString`. */
function labelOf({ statuses }: Static<typeof ChartWords>, status: string): string {
  return (Object.hasOwn(statuses, status) ? statuses[status] : undefined) ?? status
}

function capitalise(word: string, language: string): string {
  return word.charAt(0).toLocaleUpperCase(language) + word.slice(1)
}
