/** A moment of which only the day is known by now, `2026-11-27`, and perhaps the part of it that was said, `2026-11-27~morning`. */
import { isoTime } from './dates/clock.ts'
import { type ClockTime, inPart, type Part } from './dates/day-part.ts'
import { momentOn } from './dates/zoned-time.ts'

/** Between a day and the part of it that was said. */
const partMark = '~'

/** Whether of a moment only the day is known by now, or which part of it. */
export function isDayAlone(value: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:~[a-z]+)?$/u.test(value)
}

/** The day alone, without its part; any other value as it is. */
export function withoutPart(value: string): string {
  return isDayAlone(value) ? value.slice(0, 'yyyy-mm-dd'.length) : value
}

/** The part of a day alone; `undefined` where none was said. */
export function partIn(value: string): Part | undefined {
  // Written by `withPart` alone.
  return isDayAlone(value) ? (value.split(partMark)[1] as Part | undefined) : undefined
}

/** The day and its part: `2026-11-27~morning`. */
export function withPart(day: string, part: Part): string {
  return `${day}${partMark}${part}`
}

/**
 * The moment at its time in that part of its day: in the afternoon 7:00 is 19:00, and in the morning 19:00 is 7:00. `null` where it has no
 * time, or none that is in it.
 */
export function movedToPart(moment: string, part: Part, timeZone: string): string | null {
  const known = isDayAlone(moment) ? null : movedTo(timeOf(moment), part)
  return known === null ? null : momentOn(moment.slice(0, 'yyyy-mm-dd'.length), isoTime(known), timeZone)
}

/** "In the morning" alone says no earlier hour: of three in the afternoon nobody means three. */
const firstOfMorning = 6

function movedTo(time: ClockTime, part: Part): ClockTime | null {
  const isAfternoon = inPart(time, 'afternoon')?.hour === time.hour
  const isOther = part === 'morning' && isAfternoon && time.hour >= firstOfMorning + 12
  return inPart(isOther ? { ...time, hour: time.hour - 12 } : time, part)
}

/** Whether a moment lies in the part of a day that was said (`2026-11-27~morning`). */
export function isInPartOf(moment: string, day: string): boolean {
  const part = partIn(day)
  if (part === undefined || !moment.startsWith(`${withoutPart(day)}T`)) return false
  const time = timeOf(moment)
  return inPart(time, part)?.hour === time.hour
}

function timeOf(moment: string): ClockTime {
  const [hour = 0, minute = 0] = moment.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length).split(':').map(Number)
  return { hour, minute }
}
