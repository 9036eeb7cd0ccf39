import { Type, type Static } from 'typebox'
import type { Action } from '../action.ts'
import { spanOfMonth } from './report-month.ts'
import { createChart, createCsv } from './report-render.ts'

const month = Type.Optional(Type.Union([Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }), Type.Null()]))

const MonthMeta = Type.Object(
  {
    /** What was asked for, `2026-10`; without it, `newest`. */
    month,
    /** The newest month with something in it; without it, this month. */
    newest: month,
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
      return Promise.resolve(spanOfMonth(given.month ?? given.newest ?? clock().toISOString().slice(0, 7)))
    },
  }
}
