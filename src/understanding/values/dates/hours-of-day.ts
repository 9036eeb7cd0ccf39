import { addDays, type CivilDate, civilDate } from './civil-date.ts'
import { isoMoment } from './zoned-time.ts'

/** Where clocks are put forward at midnight a day begins later. */
const beginnings = [0, 30, 60, 90, 120]

/**
 * From when until when it is this day in a time zone.
 * @param day `2026-11-22`
 * @throws TypeError when the calendar has no such day
 */
export function hoursOfDay(day: string, timeZone: string): readonly [from: Date, to: Date] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const today = civilDate(year, month, date)
  const tomorrow = today === null ? null : addDays(today, 1)
  if (today === null || tomorrow === null) throw new TypeError(`There is no day ${day}`)
  return [beginningOf(today, timeZone), beginningOf(tomorrow, timeZone)]
}

function beginningOf(day: CivilDate, timeZone: string): Date {
  for (const minutes of beginnings) {
    const moment = isoMoment(day, { hour: Math.floor(minutes / 60), minute: minutes % 60 }, timeZone)
    if (moment !== null) return new Date(moment)
  }
  throw new TypeError(`The day ${day.year}-${day.month}-${day.day} begins at no time in ${timeZone}`)
}
