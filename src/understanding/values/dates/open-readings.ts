/**
 * What was said of a day or a moment and may mean another one just as well: "12/11" where one country writes the month first and
 * another the day, and "tomorrow at 3". Each way of taking it, the likelier first.
 */
import type { DateExpression, MomentExpression } from './date-expression.ts'
import type { ClockTime } from './day-part.ts'
import { dateOrderOf, dateOrdersFor } from './numeric-date.ts'

/** Whoever said it, as far as that tells what they mean. */
type Speaker = { readonly region: string; readonly country: string | undefined }

/** The days that may be meant. */
export function openDays(said: DateExpression, { region, country }: Speaker): readonly DateExpression[] {
  if (said.kind !== 'full' || said.figures !== true) return [said]
  const { day, month } = said
  const usual = dateOrderOf(region)
  return dateOrdersFor(region, country).map((order) => (order === usual ? said : { ...said, day: month, month: day }))
}

/** The moments that may be meant: for each day the halves of it. */
export function openMoments(said: MomentExpression, speaker: Speaker): readonly (readonly MomentExpression[])[] {
  if (said.kind !== 'at') return [[said]]
  const days = said.date === null ? [null] : openDays(said.date, speaker)
  return days.map((date) => halvesOf(said.time).map((time) => ({ ...said, date, time })))
}

function halvesOf(time: ClockTime): readonly ClockTime[] {
  return time.open === true ? [time, { hour: time.hour + 12, minute: time.minute }] : [time]
}
