import { Type, type Static } from 'typebox'
import type { Action } from '../action.ts'
import { parseMonth } from './report-month.ts'
import { createChart, createCsv } from './report-render.ts'

const words = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 40 })
const orNothing = (schema: ReturnType<typeof Type.String>) => Type.Optional(Type.Union([schema, Type.Null()]))

const MonthMeta = Type.Object(
  {
    /** What was asked for; without it, `newest`. */
    month: orNothing(Type.String({ maxLength: 60 })),
    /** The newest month with something in it, `2026-10`; without it, this month. */
    newest: orNothing(Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' })),
    words: Type.Object({ this: words, last: words }, { additionalProperties: false }),
    /** Languages whose names of months are understood. */
    languages: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
  },
  { additionalProperties: false },
)

/**
 * The domain `report`: `month` tells which month is meant and where it begins and ends, in UTC; `csv` and `chart` make its
 * files, which are kept under `reports/` in the workspace, `root`, and given for the chat (`media.ts`).
 */
export function createReportActions({
  root,
  clock,
}: {
  readonly root: string
  readonly clock: () => Date
}): readonly Action[] {
  return [createMonth(clock), createCsv(root), createChart(root)]
}

function createMonth(clock: () => Date): Action {
  return {
    domain: 'report',
    type: 'month',
    meta: MonthMeta,
    effect: 'none',
    repeat: 'safe',
    run: (meta) => {
      // The schema has been checked.
      const given = meta as Static<typeof MonthMeta>
      const now = clock()
      const wanted = given.month ?? given.newest ?? now.toISOString().slice(0, 7)
      return Promise.resolve(parseMonth(wanted, { now, words: given.words, languages: given.languages }))
    },
  }
}
