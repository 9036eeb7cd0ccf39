/** Tables as the benches print them: a line that says what they are, a head, and rows. */
export type Table = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** As Markdown, without the title. */
export function renderTable({ head, rows }: Pick<Table, 'head' | 'rows'>): string {
  const line = (cells: readonly string[]) => `| ${head.map((_none, at) => cells[at] ?? '').join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** The tables in what a bench has printed, each under the line of text that came last before it. */
export function readTables(printed: string): readonly Table[] {
  const tables: Table[] = []
  let title = ''
  let lines: (readonly string[])[] = []
  const finish = () => {
    const [head, ...rows] = lines.filter((cells) => !cells.every((cell) => /^:?-+:?$/u.test(cell)))
    if (head !== undefined && rows.length > 0) tables.push({ title, head, rows })
    lines = []
  }
  for (const line of printed.split('\n')) {
    if (line.startsWith('|')) {
      lines.push(cellsOf(line))
      continue
    }
    finish()
    if (line.trim() !== '') title = line.trim()
  }
  finish()
  return tables
}

function cellsOf(line: string): readonly string[] {
  return line
    .trimEnd()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}

/** What stands in a column beside the row of this name; `undefined` when there is none. */
export function cellIn({ head, rows }: Pick<Table, 'head' | 'rows'>, row: string, column: string): string | undefined {
  return rows.find(([name]) => name === row)?.[head.indexOf(column)]
}
