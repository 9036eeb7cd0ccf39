/**
 * The files that go with an outcome: those that the chain has made, and its rows as a table if the contract asks for one.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { presentationOf } from '../../catalogue/contract/contract-presentation.ts'
import type { OutcomeFiles } from '../../conversation/event.ts'
import type { CommandRecord } from '../../conversation/lookup.ts'
import { rowsOf } from '../../conversation/things/rows-of.ts'
import { statementColumns } from '../../execution/actions/sql/sql-columns.ts'
import { keepFile } from '../../execution/actions/filesystem/filesystem-write.ts'
import { csvOf } from '../../execution/csv.ts'
import { mediaOf, type Media } from '../../execution/media.ts'
import { jsonText, type JsonObject } from '../../json.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Where tables are kept, below the workspace root. */
const folder = 'tables'
/** A table that is not written within this time, in milliseconds, is not waited for: the rows are then shown. */
const writeTimeoutMs = 5000

type Deps = Pick<TurnDeps, 'catalogue' | 'workspaceDir' | 'log'>

/** Calling it again returns the same: the table of a command is kept once. */
export async function filesOf(deps: Deps, record: CommandRecord): Promise<OutcomeFiles> {
  const { outcome } = record
  const command = deps.catalogue.commands.get(record.name)
  if (outcome === null) return { made: [], table: null }
  const made = mediaOf(outcome.outputs)
  if (command === undefined) return { made, table: null }
  const { show, also } = presentationOf(command, outcome)
  const sent = show === 'download' || also.includes('download')
  if (!sent && !also.includes('artifact')) return { made, table: null }
  const table = await keepTable(deps, record, columnsOf(command))
  return { made, table: sent ? table : null }
}

/** A workspace that does not accept the table costs the table, not the outcome. */
async function keepTable(
  { workspaceDir, log }: Deps,
  record: CommandRecord,
  columns: readonly string[],
): Promise<Media | null> {
  const rows = rowsOf(record)
  if (rows.length === 0) return null
  const filename = `${record.name.toLowerCase().replaceAll('_', '-')}-${record.ref}.csv`
  try {
    const path = await keepFile(
      workspaceDir,
      { folder, name: filename, bytes: Buffer.from(tableOf(rows, columns)) },
      { effectId: `${record.commandId}/table`, signal: AbortSignal.timeout(writeTimeoutMs), outputs: [] },
    )
    return { path, mimetype: 'text/csv', filename, kind: 'document' }
  } catch (error) {
    log.warn(
      { event: 'table.failed', commandId: record.commandId, err: error },
      'the table could not be written to a file',
    )
    return null
  }
}

/**
 * The columns of the last statement in its order, which stored rows have lost; none when they cannot be told from its text.
 */
function columnsOf({ chain }: Pick<Command, 'chain'>): readonly string[] {
  const statement = chain.at(-1)?.actionMeta['statement']
  return (typeof statement === 'string' ? statementColumns(statement) : null) ?? []
}

/**
 * Every column that some row has: first those that are known, then the others as they come up, with the values as they are
 * stored.
 */
function tableOf(rows: readonly JsonObject[], known: readonly string[]): string {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = [...new Set([...known.filter((column) => given.has(column)), ...given])]
  const lines = rows.map((row) =>
    columns.map((column) => {
      const value = Object.hasOwn(row, column) ? row[column] : null
      return value === null || value === undefined ? '' : jsonText(value)
    }),
  )
  return csvOf([columns, ...lines])
}
