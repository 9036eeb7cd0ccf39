import { recall } from '../../../recall.ts'
import { addDays, type CivilDate, civilDate, isoDate, pad } from './civil-date.ts'
import type { ClockTime } from './day-part.ts'

const minuteMs = 60_000

/** The calendar and the clock on the wall of a time zone (an IANA name) at a moment. */
export function wallClock(at: Date, timeZone: string): { readonly date: CivilDate | null; readonly time: ClockTime } {
  const local = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs + offsetMinutes(at, timeZone) * minuteMs)
  return {
    date: civilDate(local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()),
    time: { hour: local.getUTCHours(), minute: local.getUTCMinutes() },
  }
}

/**
 * ISO 8601 with the difference to UTC that holds there and then: `2026-11-22T08:00:00-03:00`. Of a time that a clock shows
 * twice it is the first; `null` for one that it never shows.
 */
export function isoMoment(date: CivilDate, { hour, minute }: ClockTime, timeZone: string): string | null {
  const local = Date.UTC(date.year, date.month - 1, date.day, hour, minute)
  const offsets = [-1, 1].map((day) => offsetMinutes(new Date(local + day * 86_400_000), timeZone))
  const offset = offsets.find((each) => offsetMinutes(new Date(local - each * minuteMs), timeZone) === each)
  return offset === undefined ? null : `${isoDate(date)}T${pad(hour)}:${pad(minute)}:00${isoOffset(offset)}`
}

/** Of a time that a clock never shows: what it shows so long after the change as was meant, counted from before it and from behind. */
export function aroundChange(date: CivilDate, { hour, minute }: ClockTime, timeZone: string): readonly string[] {
  const local = Date.UTC(date.year, date.month - 1, date.day, hour, minute)
  return [1, -1].flatMap((day) => {
    const offset = offsetMinutes(new Date(local + day * 86_400_000), timeZone)
    return isoInstant(new Date(local - offset * minuteMs), timeZone) ?? []
  })
}

/** The same of a moment that is known, to the minute. */
export function isoInstant(at: Date, timeZone: string): string | null {
  const { date, time } = wallClock(at, timeZone)
  if (date === null) return null
  return `${isoDate(date)}T${pad(time.hour)}:${pad(time.minute)}:00${isoOffset(offsetMinutes(at, timeZone))}`
}

/** That day (`2026-11-22`) at a time of day (`08:00…`), as `isoMoment` gives it. */
export function momentOn(day: string, clock: string, timeZone: string): string | null {
  const [hour = 0, minute = 0] = clock.slice(0, 'hh:mm'.length).split(':').map(Number)
  const date = dateIn(day)
  return date === null ? null : isoMoment(date, { hour, minute }, timeZone)
}

/** The last minute before a day begins (`2026-11-22`): from then on every time of it is to come. */
export function eveOf(day: string, timeZone: string): Date | null {
  const date = dateIn(day)
  const before = date === null ? null : addDays(date, -1)
  const moment = before === null ? null : isoMoment(before, { hour: 23, minute: 59 }, timeZone)
  return moment === null ? null : new Date(moment)
}

function dateIn(day: string): CivilDate | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return civilDate(year, month, date)
}

function isoOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

const formatOf = recall((timeZone) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }))

function offsetMinutes(at: Date, timeZone: string): number {
  const name =
    formatOf(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/u.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}
