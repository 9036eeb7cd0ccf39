/**
 * What was said of a day or a moment and does not fit together: "Thursday, 27 November" where the 27th is a Friday, and a time that is left
 * out when the clocks change. Nobody but the person knows what is meant.
 */
import { addDays, type CivilDate, isoDate, pad, weekdayOf } from './civil-date.ts'
import type { DateExpression, MomentExpression } from './date-expression.ts'
import { dayOf, dayOfMoment } from './resolve-date.ts'
import { aroundChange, isoMoment, wallClock } from './zoned-time.ts'
import type { When } from '../when.ts'

/** @property oddity what there is in truth: the day, `2026-11-27`, or the time that there is not, `02:30` */
export type Odd<T> = { readonly readings: readonly T[]; readonly oddity: string }

/** The day whose weekday is another one, and the nearest one that is such a weekday; `null` where the two fit together. */
export function oddDays(said: DateExpression, { now, timeZone, past }: When): Odd<CivilDate> | null {
  if ((said.kind !== 'full' && said.kind !== 'day') || said.weekday === 0) return null
  const today = wallClock(now, timeZone).date
  const day = today === null ? null : dayOf({ ...said, weekday: 0 }, today, past === true ? -1 : 1)
  if (day === null || weekdayOf(day) === said.weekday) return null
  // Three days before it at most, and three behind.
  const nearest = addDays(day, ((said.weekday - weekdayOf(day) + 10) % 7) - 3)
  return nearest === null ? null : { readings: [day, nearest], oddity: isoDate(day) }
}

/** The moments before and behind a change of the clocks that leaves out the one that was said; `null` where there is one. */
export function skippedMoments(said: MomentExpression, when: When): Odd<string> | null {
  const date = said.kind === 'at' ? dayOfMoment(said, when) : null
  if (said.kind !== 'at' || date === null || isoMoment(date, said.time, when.timeZone) !== null) return null
  const { hour, minute } = said.time
  return { readings: aroundChange(date, said.time, when.timeZone), oddity: `${pad(hour)}:${pad(minute)}` }
}
