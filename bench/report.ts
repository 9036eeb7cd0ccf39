/**
 * The page of what things cost: the tables of each bench, with the day on which they were measured, and one table of all, which is made of
 * them. So one figure never stands there twice with two values, whichever benches a run was of.
 */
import { benches, type Figure } from './benches.ts'
import { readBetweenMarks, writeBetweenMarks } from './between-marks.ts'
import { readTables, renderTable, type Table } from './table.ts'

/** What a bench has printed. */
export type Made = { readonly name: string; readonly tables: readonly Table[] }

/**
 * The page with the tables of the benches that ran in place of their earlier ones; the others keep theirs.
 * @param options.measured when and on what: "2026-11-25, on a machine with 2 cores"
 * @throws when the page has no marks for a bench, no tables between them, or a figure is missing in those
 */
export function reportWith(page: string, made: readonly Made[], { measured }: { readonly measured: string }): string {
  let text = page
  for (const { name, tables } of made) {
    const parts = tables.map(({ title, ...table }) => `${title}\n\n${renderTable(table)}`)
    text = writeBetweenMarks(text, name, [`Measured on ${measured}.`, ...parts].join('\n\n'))
  }
  return writeBetweenMarks(text, 'all', renderSummary(benches.flatMap((bench) => figuresIn(text, bench))))
}

type Dated = Figure & { readonly day: string }

function figuresIn(text: string, { name, figures }: (typeof benches)[number]): readonly Dated[] {
  const block = readBetweenMarks(text, name)
  const [, day] = /^Measured on (\d{4}-\d{2}-\d{2})/mu.exec(block) ?? []
  if (day === undefined) throw new Error(`Nothing says when the tables of ${name} were measured`)
  return figures(readTables(block)).map((figure) => ({ ...figure, day }))
}

function renderSummary(all: readonly Dated[]): string {
  const rows = all.map(({ ratio, aim, what, measured, day }) => [ratio, aim, what, measured, day])
  return renderTable({ head: ['ratio', 'aim', 'what', 'measured', 'on'], rows })
}
