import { pad } from './civil-date.ts'
import { type ClockTime, inPart } from './day-part.ts'

const shapes = [
  /** 8:30, 20:30:00, 8.30pm, 8:30pm */
  /^(?<hour>\d{1,2})[:.](?<minute>\d\d)(?<zero>:00)?(?<part>[ap])?(?:\.?m\.?)?$/u,
  /** 17'30, as it is written in Spain */
  /^(?<hour>\d{1,2})['’´](?<minute>\d\d)$/u,
  /** 15:30h, 15:30hs, 15:30hrs */
  /^(?<hour>\d{1,2})[:.](?<minute>\d\d)(?<zero>:00)?hr?s?$/u,
  /** 20h, 20h30, 20h30min, 8hs */
  /^(?<hour>\d{1,2})h(?:r?s|(?<minute>\d\d)(?:m|min)?)?$/u,
  /** 8pm, 8a.m */
  /^(?<hour>\d{1,2})(?<part>[ap])\.?m\.?$/u,
]

/** A time in one folded word of figures: "20:30", "20h30", "8pm". A bare "8" is none: the patterns read it as an hour. */
export function parseClock(word: string): ClockTime | null {
  for (const shape of shapes) {
    const found = shape.exec(word)?.groups
    if (found === undefined) continue
    const time = { hour: Number(found['hour']), minute: Number(found['minute'] ?? 0) }
    if (time.hour > 23 || time.minute > 59) return null
    if (found['part'] === undefined) return isOfEitherHalf(word) ? { ...time, open: true } : time
    return time.hour > 12 ? null : inPart(time, found['part'] === 'a' ? 'am' : 'pm')
  }
  return null
}

/**
 * "3:30" is as often half past three in the afternoon; "03:30" and "3:30:00" are written by who reckons with 24 hours. From nine on
 * the morning is meant, as with an hour alone.
 */
function isOfEitherHalf(word: string): boolean {
  return /^[1-8][:.'’´]\d\d(?:hr?s?)?$/u.test(word)
}

const minutesOfADay = 24 * 60

/** A time as a number, as slots are filled: its minutes since midnight, and a day more where its half is open. */
export function clockNumber({ hour, minute, open }: ClockTime): number {
  return hour * 60 + minute + (open === true ? minutesOfADay : 0)
}

/** The time that `clockNumber` made that number of. */
export function clockOf(number: number): ClockTime {
  const minutes = number % minutesOfADay
  const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
  return number < minutesOfADay ? time : { ...time, open: true }
}

/** `08:30` */
export function isoTime({ hour, minute }: ClockTime): string {
  return `${pad(hour)}:${pad(minute)}`
}
