/**
 * What was said of a day or a moment and may mean another one just as well: "12/11" where one country writes the month first and
 * another the day, and "tomorrow at 3". Each way of taking it, the likelier first.
 */
import { civilDate } from './civil-date.ts'
import type { DateExpression, MomentExpression } from './date-expression.ts'
import { type ClockTime, inPart, type Part } from './day-part.ts'
import { dateOrderOf, dateOrdersFor } from './numeric-date.ts'

/** Whoever said it, as far as that tells what they mean. */
export type Speaker = {
  readonly region: string
  readonly country: string | undefined
  readonly part?: Part | undefined
  /** The day of which the hour is asked for, in place of which it is said. */
  readonly of?: string | undefined
}

/** The days that may be meant. */
export function openDays(said: DateExpression, { region, country, of = '' }: Speaker): readonly DateExpression[] {
  if (said.kind === 'weekday' && said.which === 'coming') return [said, ...inWeekOf(of, said.weekday)]
  if (said.kind !== 'full' || said.figures !== true) return [said]
  const { day, month } = said
  const usual = dateOrderOf(region)
  return dateOrdersFor(region, country).map((order) => (order === usual ? said : { ...said, day: month, month: day }))
}

/** "Monday" of what is to be in two weeks may be the one of that week. */
function inWeekOf(day: string, weekday: number): readonly DateExpression[] {
  const [year = 0, month = 0, date = 0] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(day)?.slice(1).map(Number) ?? []
  const of = civilDate(year, month, date)
  return of === null ? [] : [{ kind: 'weekday-of-week', weekday, of }]
}

/** The moments that may be meant: for each day the halves of it. */
export function openMoments(said: MomentExpression, speaker: Speaker): readonly (readonly MomentExpression[])[] {
  if (said.kind !== 'at') return [[said]]
  const days = said.date === null ? [null] : openDays(said.date, speaker)
  return days.map((date) => halvesOf(said.time, speaker.part).map((time) => ({ ...said, date, time })))
}

/** "At 10" of an evening is at night; of an afternoon, nobody knows, nor "8h" of an evening, where 8 may be meant on a 24-hour clock. */
export function halvesOf(time: ClockTime, part: Part | undefined): readonly ClockTime[] {
  const { hour, minute, open } = time
  const other = { hour: hour + 12, minute }
  if (part === undefined) return open === true ? [time, other] : [time]
  const known = inPart(time, part)
  if (known !== null && (open === true || known.hour === hour)) return [known]
  return hour < 12 ? [time, other] : [time]
}
