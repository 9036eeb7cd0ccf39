import { Type, type Static } from 'typebox'
import type { Action } from '../../action.ts'
import { daysOfPeriod, periods } from '../../../understanding/values/dates/days-of-period.ts'
import { hoursOfDay } from '../../../understanding/values/dates/hours-of-day.ts'
import { wallClock } from '../../../understanding/values/dates/zoned-time.ts'
import { isoDate } from '../../../understanding/values/dates/civil-date.ts'
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

const day = Type.Optional(Type.Union([Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), Type.Null()]))

const DaysMeta = Type.Object(
  {
    /** The day that was asked for, `2026-10-31`; it goes before everything else. */
    day,
    /** The first and the last of the days that were asked for, in either order; today where one of them was not. They go before a period. */
    since: day,
    until: day,
    /** The period that was asked for; where nothing was, today. */
    period: Type.Optional(Type.Union([Type.Enum([...periods]), Type.Null()])),
    /** Whose days, as an IANA time zone. */
    timeZone: Type.String(),
  },
  { additionalProperties: false },
)

/**
 * The domain `report`: `month` tells which month is meant and where it begins and ends, in UTC; `days` does so of a day and a
 * period, in a time zone; `csv` and `chart` make its
 * files, which are kept under `reports/` in the workspace, `root`, and given for the chat (`media.ts`).
 */
export function createReportActions({
  root,
  clock,
}: {
  readonly root: string
  readonly clock: () => Date
}): readonly Action[] {
  return [createMonth(clock), createDays(clock), createCsv(root), createChart(root)]
}

function createMonth(clock: () => Date): Action {
  return {
    domain: 'report',
    type: 'month',
    meta: MonthMeta,
    columns: () => ['month', 'from', 'to', 'middle'],
    effect: 'none',
    repeat: 'safe',
    run: (meta) => {
      // The schema has been checked.
      const given = meta as Static<typeof MonthMeta>
      return Promise.resolve(spanOfMonth(given.month ?? given.newest ?? clock().toISOString().slice(0, 7)))
    },
  }
}

/** `first` and `last` are days, `from` and `to` the moments (ISO 8601) from which and until before which they are. */
function createDays(clock: () => Date): Action {
  return {
    domain: 'report',
    type: 'days',
    meta: DaysMeta,
    columns: () => ['first', 'last', 'from', 'to'],
    effect: 'none',
    repeat: 'safe',
    run: (meta) => {
      // The schema has been checked.
      const given = meta as Static<typeof DaysMeta>
      const { timeZone } = given
      const [first, last] = daysMeant(given, clock())
      const [[from], [, to]] = [hoursOfDay(first, timeZone), hoursOfDay(last, timeZone)]
      return Promise.resolve({ first, last, from: from.toISOString(), to: to.toISOString() })
    },
  }
}

function daysMeant(
  { day: only = null, since = null, until = null, period = null, timeZone }: Static<typeof DaysMeta>,
  now: Date,
): readonly [first: string, last: string] {
  if (only !== null) return [only, only]
  if (period !== null && since === null && until === null) return daysOfPeriod(period, now, timeZone)
  const { date } = wallClock(now, timeZone)
  if (date === null) throw new TypeError('There is no such day')
  const [first, last] = [since ?? isoDate(date), until ?? isoDate(date)]
  return first <= last ? [first, last] : [last, first]
}
