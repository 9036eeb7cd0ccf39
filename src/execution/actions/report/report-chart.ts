import { FONT } from './report-png.ts'
import { element, textElement } from './report-svg.ts'
import { sumOfStatus, type CurrencyTotals, type Sum } from './report-totals.ts'

/**
 * The month as a picture for a phone: 4:5 and opaque, so that it fills the chat and looks the same in light and dark
 * ones; what was sold first, then the total, a bar for each day with a colour per status, and a legend that is the table of the totals.
 */

/** What is drawn. Numbers and dates are written as in `language`; all other words come with it. */
export type Chart = {
  readonly title: string
  readonly month: string
  /** How many days the month has. */
  readonly days: number
  /** `null` when there was nothing. */
  readonly totals: CurrencyTotals | null
  /** What was sold of it; `null` when that is all. */
  readonly sold: Sum | null
  readonly styles: readonly StatusStyle[]
  readonly language: string
  readonly words: {
    readonly orders: (count: number) => string
    readonly perDay: string
    readonly nothing: string
    /** Said of what was sold; without it the total alone stands there. */
    readonly sold: ((values: { readonly orders: string }) => string) | null
    /** Said of the total below what was sold. */
    readonly total: ((values: { readonly orders: string; readonly amount: string }) => string) | null
    /** Said when there are other currencies, which only the table has; '' when there are none. */
    readonly note: string
  }
}

export type StatusStyle = { readonly status: string; readonly label: string; readonly colour: string }

const ink = '#1c2229'
const soft = '#5d6773'
const faint = '#e3e1db'
const paper = '#fbfaf7'

const width = 1080
const margin = 72
const right = width - margin
const inner = right - margin
const plot = { top: 592, bottom: 916 }
const legend = { top: 1012, row: 62 }

/** The picture as SVG: 1080 wide, and 1350 high with five statuses; never lower than it is wide. */
export function drawChart(chart: Chart): string {
  const height = Math.max(width, legend.top + legendOf(chart).length * legend.row + 28)
  const parts = [
    element('rect', { width, height, fill: paper }),
    ...heading(chart),
    ...(chart.totals === null ? nothing(chart) : [...axis(chart.totals, chart), ...bars(chart.totals, chart)]),
    ...dayLabels(chart),
    ...legendRows(chart),
  ]
  const root = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` }
  return element('svg', { ...root, 'font-family': FONT }, parts)
}

function heading(chart: Chart): readonly string[] {
  const { title, month, words } = chart
  const { amount, said, below } = headline(chart)
  return [
    textElement(title, { x: margin, y: 116, 'font-size': 44, 'font-weight': 600, fill: soft }),
    textElement(month, { x: margin, y: 204, 'font-size': fit(month, 80), 'font-weight': 700, fill: ink }),
    textElement(amount, { x: margin, y: 350, 'font-size': fit(amount, 108), 'font-weight': 700, fill: ink }),
    textElement(said, { x: margin, y: 412, 'font-size': fit(said, 44), fill: soft }),
    textElement(below, { x: margin, y: 460, 'font-size': fit(below, 34), fill: soft }),
    textElement(words.perDay, { x: margin, y: 522, 'font-size': 34, 'font-weight': 600, fill: ink }),
    textElement(words.note, { x: right, y: 522, 'font-size': 28, fill: soft, 'text-anchor': 'end' }),
  ]
}

/** What was sold, and the total below it; the total alone where that is the same. */
function headline({ totals, sold, words, language }: Chart): { amount: string; said: string; below: string } {
  if (totals === null) return { amount: '', said: words.orders(0), below: '' }
  const orders = words.orders(totals.orders)
  const amount = money(totals.cents, totals.currency, language)
  if (sold === null || words.sold === null) return { amount, said: orders, below: '' }
  return {
    amount: money(sold.cents, totals.currency, language),
    said: words.sold({ orders: words.orders(sold.orders) }),
    below: words.total?.({ orders, amount }) ?? '',
  }
}

function nothing({ words }: Chart): readonly string[] {
  const y = (plot.top + plot.bottom) / 2
  return [
    line(plot.bottom, ink),
    textElement(words.nothing, { x: width / 2, y, 'font-size': 44, fill: soft, 'text-anchor': 'middle' }),
  ]
}

/** Lines at round amounts. */
function axis(totals: CurrencyTotals, { language }: Chart): readonly string[] {
  return [
    ...marksOf(totals, language).flatMap(({ y, label }) => [
      line(y, faint),
      textElement(label, { x: margin, y: y - 8, 'font-size': 26, fill: soft }),
    ]),
    line(plot.bottom, ink),
  ]
}

type Mark = { readonly y: number; readonly label: string }

function marksOf(totals: CurrencyTotals, language: string): readonly Mark[] {
  const { top, step } = scaleOf(totals)
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  return Array.from({ length: Math.round(top / step) }, (_, index) => {
    const cents = (index + 1) * step
    return { y: plot.bottom - ((plot.bottom - plot.top) * cents) / top, label: short.format(cents / 100) }
  })
}

function bars(totals: CurrencyTotals, chart: Chart): readonly string[] {
  const { top } = scaleOf(totals)
  const slot = slotOf(chart)
  return totals.days.flatMap((ofDay) => {
    const x = slot.left + (Number(ofDay.day.slice(8)) - 1) * slot.width + slot.width * 0.12
    let bottom = plot.bottom
    return chart.styles.map(({ status, colour }) => {
      const height = ((plot.bottom - plot.top) * sumOfStatus(ofDay, status).cents) / top
      bottom -= height
      return element('rect', {
        x,
        y: bottom,
        width: slot.width * 0.76,
        height,
        fill: colour,
        rx: Math.min(4, height / 2),
      })
    })
  })
}

function dayLabels(chart: Chart): readonly string[] {
  const slot = slotOf(chart)
  return [1, 5, 10, 15, 20, 25, chart.days].map((day) => {
    const x = slot.left + (day - 0.5) * slot.width
    return textElement(String(day), { x, y: plot.bottom + 40, 'font-size': 28, fill: soft, 'text-anchor': 'middle' })
  })
}

function legendRows(chart: Chart): readonly string[] {
  const { totals, words, language } = chart
  if (totals === null) return []
  return legendOf(chart).flatMap(({ status, label, colour }, index) => {
    const top = legend.top + index * legend.row
    const { orders, cents } = sumOfStatus(totals, status)
    const amount = money(cents, totals.currency, language)
    const y = top + 30
    return [
      element('rect', { x: margin, y: top, width: 36, height: 36, rx: 9, fill: colour }),
      textElement(label, { x: margin + 60, y, 'font-size': 38, 'font-weight': 600, fill: ink }),
      textElement(words.orders(orders), { x: 640, y, 'font-size': 34, fill: soft, 'text-anchor': 'end' }),
      textElement(amount, { x: right, y, 'font-size': 38, 'font-weight': 600, fill: ink, 'text-anchor': 'end' }),
    ]
  })
}

/** Those that occur. */
function legendOf({ totals, styles }: Chart): readonly StatusStyle[] {
  return totals === null ? [] : styles.filter(({ status }) => sumOfStatus(totals, status).orders > 0)
}

/** Where a day's bar goes; the labels of the axis have their room before the first. */
function slotOf({ days, totals, language }: Chart): { readonly left: number; readonly width: number } {
  const marks = totals === null ? [] : marksOf(totals, language)
  const room = Math.max(0, ...marks.map(({ label }) => label.length * 15)) + 8
  return { left: margin + room, width: (inner - room) / days }
}

/** Three to five round steps that the highest day fits under. */
function scaleOf({ days }: CurrencyTotals): { readonly top: number; readonly step: number } {
  const highest = Math.max(100, ...days.map(({ cents }) => cents))
  const power = 10 ** Math.floor(Math.log10(highest / 4))
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power * 4 >= highest) ?? 10) * power
  return { top: Math.ceil(highest / step) * step, step }
}

function line(y: number, stroke: string): string {
  return element('line', { x1: margin, x2: right, y1: y, y2: y, stroke, 'stroke-width': 2 })
}

function money(cents: number, currency: string, language: string): string {
  const style = /^[A-Z]{3}$/u.test(currency) ? ({ style: 'currency', currency } as const) : {}
  return new Intl.NumberFormat(language, style).format(cents / 100)
}

/** A size at which a text is no wider than the picture; a character is about six tenths as wide as it is high. */
function fit(text: string, size: number): number {
  return Math.min(size, Math.floor(inner / Math.max(1, Array.from(text).length * 0.6)))
}
