/** The benches, and which of their figures stand in the one table of all. */
import { cellIn, type Table } from './table.ts'

/** A figure of the one table. */
export type Figure = {
  readonly ratio: string
  /** What the ratio is to be, or what is measured when there is none. */
  readonly aim: string
  readonly what: string
  readonly measured: string
}

export type Bench = {
  readonly name: string
  /** Beside this file. */
  readonly script: string
  /** It is killed after so long. */
  readonly withinMs: number
  /** @throws when a figure is missing */
  readonly figures: (tables: readonly Table[]) => readonly Figure[]
}

export const benches: readonly Bench[] = [
  { name: 'turn', script: 'turn.ts', withinMs: 360_000, figures: turnFigures },
  { name: 'start', script: 'start.ts', withinMs: 180_000, figures: startFigures },
  { name: 'sentences', script: 'sentences.ts', withinMs: 180_000, figures: sentencesFigures },
  { name: 'whatsapp', script: 'whatsapp.ts', withinMs: 240_000, figures: whatsappFigures },
  { name: 'voice', script: 'voice.ts', withinMs: 600_000, figures: voiceFigures },
]

function turnFigures(tables: readonly Table[]): readonly Figure[] {
  const disks = ['the disk that is here', 'a disk that takes 5 ms more']
  const old = titled(tables, 'An old ledger')
  const aged = ['message admitted → preview stored', 'token → outcome sent'].map((row) => ({
    ratio: at(old, row, 'to new'),
    aim: '≤ 1.5',
    what: `${row}, in an old ledger, to a new one`,
    measured: `${at(old, row, 'p50')} ms`,
  }))
  const fresh = disks.flatMap((disk) =>
    ['postgres', 'redis'].flatMap((queue) => {
      const table = titled(tables, `Queue on ${queue}, ${disk}`)
      const figure = (row: string, against: string, aim: string): Figure => ({
        ratio: at(table, row, 'ratio p50'),
        aim,
        what: `${row}, to ${against}; queue on ${queue}, ${disk}`,
        measured: `${at(table, row, 'p50')} ms, p99 ${at(table, row, 'p99')} ms`,
      })
      return [
        figure('message admitted → preview stored', 'one bare commit', '≤ 3'),
        figure('token → outcome sent', 'one bare job', '≤ 2'),
      ]
    }),
  )
  return [...fresh, ...aged]
}

function startFigures(tables: readonly Table[]): readonly Figure[] {
  const table = titled(tables, 'A second start')
  const row = 'npm start → first prompt'
  return [
    {
      ratio: '',
      aim: '< 3 s',
      what: `a second start, ${row}`,
      measured: `p50 ${at(table, row, 'p50')} s, max ${at(table, row, 'max')} s`,
    },
  ]
}

function sentencesFigures(tables: readonly Table[]): readonly Figure[] {
  const [growth, costs] = [titled(tables, 'Growth'), titled(tables, 'A sentence')]
  const thousand = '1000 made-up commands'
  return [
    {
      ratio: at(growth, thousand, 'to 100'),
      aim: at(growth, thousand, 'aim'),
      what: 'a sentence among 1000 commands, to one among 100',
      measured: `${at(costs, thousand, 'warm µs')} µs`,
    },
    {
      ratio: '',
      aim: '≥ 50000 a second',
      what: 'sentences of en.json, on one core',
      measured: `${at(costs, 'en.json (public corpus)', 'matches/s')} a second`,
    },
  ]
}

function whatsappFigures(tables: readonly Table[]): readonly Figure[] {
  const [trips, rates] = [titled(tables, 'From the phone and back'), titled(tables, 'contacts at once')]
  return [
    ...['a read', 'a preview'].map((row) => ({
      ratio: at(trips, row, 'to echo, p50'),
      aim: '≤ 2',
      what: `${row} on WhatsApp, to a bare echo that stores nothing`,
      measured: `${at(trips, row, 'p50')} ms, p99 ${at(trips, row, 'p99')} ms`,
    })),
    {
      ratio: at(rates, 'reads', 'to echo'),
      aim: '',
      what: 'reads a second of 20 contacts at once, to that echo',
      measured: `${at(rates, 'reads', 'messages/s')} a second`,
    },
  ]
}

function voiceFigures(tables: readonly Table[]): readonly Figure[] {
  const table = titled(tables, 'odd clips')
  return [
    {
      ratio: `× ${at(table, 'real-time factor', 'heard')}`,
      aim: '',
      what: 'hearing a voice note, to its length',
      measured: `said → first reply, p50 / max: ${at(table, 'said → first reply, p50 / max', 'heard')}`,
    },
    {
      ratio: '',
      aim: '≥ 95 %',
      what: 'voice notes of which the right command was executed, with the right arguments',
      measured: at(table, 'right command, right arguments', 'heard'),
    },
    {
      ratio: '',
      aim: '0 %',
      what: 'voice notes of which the wrong command was executed',
      measured: at(table, 'wrong command executed', 'heard'),
    },
  ]
}

function titled(tables: readonly Table[], part: string): Table {
  const table = tables.find(({ title }) => title.includes(part))
  if (table === undefined) throw new Error(`No table "${part}" was printed`)
  return table
}

function at(table: Table, row: string, column: string): string {
  const cell = cellIn(table, row, column)
  if (cell === undefined) throw new Error(`The table "${table.title}" has no "${column}" of "${row}"`)
  return cell
}
