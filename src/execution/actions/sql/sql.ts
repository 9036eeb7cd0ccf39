import type { Pool, QueryResult } from 'pg'
import { Type, type Static, type TSchema } from 'typebox'
import { TerminalError, UserError } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import type { Action, ActionContext } from '../../action.ts'
import type { MetaProblem } from '../../plan/chain-problem.ts'
import { changesOf, writeIn } from './sql-changes.ts'
import { statementColumns } from './sql-columns.ts'
import { keepsMarks, placeMark, probeEffect, storeOutput } from './sql-effects.ts'
import { bindValues, parameterProblems, parseStatement } from './sql-parameters.ts'
import { bound, inTransaction } from './sql-transaction.ts'

/** How many rows an action gives at most. */
export const MAX_ROWS = 1000

/** Databases by the name that `connection` uses. */
export type SqlConnections = { readonly [name: string]: { readonly pool: Pool } }

const reading = new Set(['select', 'with', 'values', 'table'])
const transactionControl = new Set(
  'begin start commit end rollback abort savepoint release prepare set reset'.split(' '),
)

/**
 * The domain `sql`. Values are bound, never part of the text, and the text is the catalogue's alone.
 *
 * `query {connection, statement, values?, limit?}` reads in a read-only transaction and gives `{ rows, more }`.
 * `execute {connection, statement, values?, expectRows?}` changes in one transaction and gives `{ rowCount, rows }`; with
 * another number of rows than expected it is rolled back (`rows_unexpected`), and so is one that met none and says nothing of
 * it: what changed nothing must not be told as done. It is exactly once where the database has the table that `sql-effects.ts`
 * describes.
 */
export function createSqlActions({ connections }: { readonly connections: SqlConnections }): readonly Action[] {
  return [createQuery(connections), createExecute(connections)]
}

function createQuery(connections: SqlConnections): Action {
  const meta = Type.Object(
    { ...statementFields(connections), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS })) },
    { additionalProperties: false },
  )
  return {
    domain: 'sql',
    type: 'query',
    meta,
    check: (written) => checkStatement(written, whyNoQuery),
    columns: columnsOf,
    gives: () => ['rows', 'more'],
    effect: 'none',
    repeat: 'safe',
    run: async (given, context) => {
      // The schema has been checked; so below.
      const { connection, statement, values = {}, limit = MAX_ROWS } = given as Static<typeof meta>
      const { text, names } = parseStatement(statement)
      const parameters = bindValues(names, values as JsonObject)
      return inTransaction(poolOf(connections, connection), 'read only', context, async (client) => {
        // A cursor, so that no more rows than wanted are made, and none that is not a read gets past it.
        const [, { rows }] = await Promise.all([
          client.query(bound(`declare sayso_rows no scroll cursor for ${text}`, parameters)),
          client.query<JsonObject>(bound(`fetch ${limit + 1} from sayso_rows`, [])),
        ])
        return { end: 'rollback', result: { rows: rows.slice(0, limit), more: rows.length > limit } }
      })
    },
  }
}

function createExecute(connections: SqlConnections): Action {
  const meta = Type.Object(
    { ...statementFields(connections), expectRows: Type.Optional(rowsExpected) },
    { additionalProperties: false },
  )
  return {
    domain: 'sql',
    type: 'execute',
    meta,
    check: (written) =>
      checkStatement(written, ({ verb }) =>
        transactionControl.has(verb) ? [`"${verb}" is not for a step to say`] : [],
      ),
    columns: columnsOf,
    gives: () => ['rows', 'rowCount'],
    advise: askRows,
    mayGiveNoRow: ({ expectRows }) => expectRows === 'any' || expectRows === 0,
    effect: 'mutates',
    repeat: 'unsafe',
    prepare: async (given, context) => ({
      marked: await keepsMarks(poolOf(connections, (given as Static<typeof meta>).connection), context),
    }),
    run: async (given, context) => execute(connections, given as Static<typeof meta>, context),
    probe: async (given, context, prepared) => {
      // An attempt that placed no mark cannot be judged by one.
      if (!(prepared as { readonly marked: boolean }).marked) return { kind: 'unknown' }
      return probeEffect(poolOf(connections, (given as Static<typeof meta>).connection), context)
    },
  }
}

/** How many rows a change meets; `any`: none is right, too. */
type RowsExpected = number | 'any'
const rowsExpected = Type.Unsafe<RowsExpected>({ type: ['integer', 'string'], minimum: 0, pattern: '^any$' })

type ExecuteMeta = {
  readonly connection: string
  readonly statement: string
  readonly values?: { readonly [name: string]: unknown }
  readonly expectRows?: RowsExpected
}

async function execute(
  connections: SqlConnections,
  { connection, statement, values = {}, expectRows }: ExecuteMeta,
  context: ActionContext,
): Promise<Json> {
  const pool = poolOf(connections, connection)
  const { text, names } = parseStatement(statement)
  const parameters = bindValues(names, values as JsonObject)
  const marked = await keepsMarks(pool, context)
  return inTransaction<Json>(pool, 'read write', context, async (client) => {
    const earlier = marked ? await placeMark(client, context.effectId) : null
    if (earlier !== null) return { end: 'rollback', result: earlier.output }
    const output = outputOf(await client.query<JsonObject>(bound(text, parameters)), expectRows)
    if (marked) await storeOutput(client, context.effectId, context.hide?.(output) ?? output)
    return { end: 'commit', result: output }
  })
}

function outputOf(result: QueryResult<JsonObject>, expectRows: RowsExpected | undefined): JsonObject {
  const rowCount = result.rowCount ?? 0
  // What counts no rows, such as `call`, can meet none.
  const isRight = expectRows === undefined ? result.rowCount !== 0 : expectRows === 'any' || rowCount === expectRows
  if (isRight) return { rowCount, rows: result.rows.slice(0, MAX_ROWS) }
  const expected = expectRows ?? 'some'
  throw new UserError('rows_unexpected', `The statement met ${rowCount} rows where ${expected} were expected`, {
    params: { expected, actual: rowCount },
  })
}

/** A condition that meets none, or many by mistake, is told as done unless it is said how many are right. */
function askRows({ statement, expectRows }: JsonObject): readonly MetaProblem[] {
  if (typeof statement !== 'string' || expectRows !== undefined) return []
  if (!changesOf(statement).some((verb) => verb === 'update' || verb === 'delete')) return []
  return [
    inStatement(
      'does not say how many rows it changes: write expectRows: 1, or how many they are, so that nothing is kept of anything else; or expectRows: any where none and many are right too',
    ),
  ]
}

function statementFields(connections: SqlConnections) {
  const names = Object.keys(connections)
  const connection: TSchema = names.length > 0 ? Type.Enum(names) : Type.Never()
  return {
    connection: Type.Unsafe<string>({ ...connection, type: 'string', literal: true }),
    statement: Type.String({ minLength: 1, maxLength: 20_000, literal: true }),
    values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }
}

/** What keeps Postgres from ever taking a statement for a read. */
function whyNoQuery({ statement, verb }: { readonly statement: string; readonly verb: string }): readonly string[] {
  if (!reading.has(verb)) return [`a query begins with ${[...reading].join(', ')}`]
  const write = writeIn(statement)
  if (write === null) return []
  return [
    `a query only reads, so Postgres refuses its "${write}" every time; a command that changes something has sql/execute`,
  ]
}

function checkStatement(
  meta: JsonObject,
  judge: (written: { readonly statement: string; readonly verb: string }) => readonly string[],
): readonly MetaProblem[] {
  try {
    const { statement } = meta
    if (typeof statement !== 'string') return []
    const { names, verb } = parseStatement(statement)
    return [...judge({ statement, verb }).map(inStatement), ...parameterProblems(names, meta['values'])]
  } catch (error) {
    if (error instanceof TerminalError) return [inStatement(error.message)]
    throw error
  }
}

function inStatement(message: string): MetaProblem {
  return { path: ['statement'], message }
}

function columnsOf({ statement }: JsonObject): readonly string[] | null {
  return typeof statement === 'string' ? statementColumns(statement) : null
}

function poolOf(connections: SqlConnections, name: string): Pool {
  const connection = connections[name]
  if (connection === undefined) throw new TerminalError('action_invalid', `There is no connection "${name}"`)
  return connection.pool
}
