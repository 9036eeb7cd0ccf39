import { IntlMessageFormat } from 'intl-messageformat'
import type { Chart } from './report-chart.ts'
import type { ChartMeta, ChartWords } from './report-meta.ts'
import { addUp, soldOf, unsoldOf } from './report-totals.ts'

const unknownColour = '#7c5fd3'

/** The chart of a month, in the language that was asked for. */
export function chartOfMonth({ month, rows, statuses, language: wanted, region, words: all }: ChartMeta): Chart {
  const language = all[wanted] === undefined ? 'en' : wanted
  const written = language === wanted ? (region ?? language) : language
  const words = all[language] ?? all.en
  const [totals = null, ...others] = addUp(
    rows,
    statuses.map(({ name }) => name),
  )
  const orders = new IntlMessageFormat(words.orders, written)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const monthName = new Intl.DateTimeFormat(written, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const known = statuses.map(({ name, colour }) => ({ status: name, colour, label: labelOf(words, name) }))
  const unknown = (totals?.statuses ?? [])
    .filter(({ status }) => !statuses.some(({ name }) => name === status))
    .map(({ status }) => ({ status, colour: unknownColour, label: labelOf(words, status) }))
  return {
    title: words.title,
    month: capitalise(monthName.format(Date.UTC(year, number - 1, 15)), language),
    days: new Date(Date.UTC(year, number, 0)).getUTCDate(),
    totals,
    sold: totals === null ? null : soldOf(totals, unsoldOf(statuses)),
    styles: [...known, ...unknown],
    language: written,
    words: {
      orders: (count) => String(orders.format({ count })),
      perDay: words.perDay,
      nothing: words.nothing,
      sold: sentence(words.sold, written),
      total: sentence(words.total, written),
      note: others.length === 0 ? '' : words.otherCurrencies,
    },
  }
}

/** What the words say of some values; `null` where there are none. */
function sentence(
  words: string | undefined,
  language: string,
): ((values: Readonly<Record<string, string>>) => string) | null {
  if (words === undefined) return null
  const format = new IntlMessageFormat(words, language)
  return (values) => String(format.format({ ...values }))
}

/** A status is data: it may be called `toString`. */
function labelOf({ statuses }: ChartWords, status: string): string {
  return (Object.hasOwn(statuses, status) ? statuses[status] : undefined) ?? status
}

function capitalise(word: string, language: string): string {
  return word.charAt(0).toLocaleUpperCase(language) + word.slice(1)
}
