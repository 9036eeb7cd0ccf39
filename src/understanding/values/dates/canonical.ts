import { civilDate, isYear } from './civil-date.ts'

/*
 * The one spelling of a day or a time that is stored and hashed (CCP VII.C). What people say was turned into it when it was
 * read; here is only seen whether it was.
 */

/** `2026-11-22`, of a day that there is; else `null`. */
export function canonicalDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(text) ?? []
  return civilDate(Number(year), Number(month), Number(day)) === null ? null : text
}

/** `2026-11` */
export function canonicalMonth(text: string): string | null {
  const [, year] = /^(\d{4})-(?:0[1-9]|1[0-2])$/u.exec(text) ?? []
  return isYear(Number(year)) ? text : null
}

/** `20:30` */
export function canonicalTime(text: string): string | null {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(text) ? text : null
}

/**
 * `2026-11-22T20:30:00-03:00` of any ISO 8601 text that says which moment it is: with or without seconds, which are left away as
 * all that is less than a minute, with `Z` or a difference to UTC of up to 14 hours.
 */
export function canonicalMoment(text: string): string | null {
  const [, date = '', time = '', zone = ''] =
    /^(.{10})[T ](.{5})(?::[0-5]\d(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)$/u.exec(text) ?? []
  const offset = canonicalOffset(zone)
  if (offset === null || canonicalDate(date) === null || canonicalTime(time) === null) return null
  return `${date}T${time}:00${offset}`
}

/** `-03:00` of `-03`, `-0300` and itself. */
function canonicalOffset(zone: string): string | null {
  const found = /^(?:Z|([+-])(0\d|1[0-4]):?([0-5]\d)?)$/u.exec(zone)
  if (found === null) return null
  const [, sign = '+', hours = '00', minutes = '00'] = found
  return `${hours === '00' && minutes === '00' ? '+' : sign}${hours}:${minutes}`
}
