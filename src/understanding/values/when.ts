import type { Part } from './dates/day-part.ts'

/** When and where something was said: what "tomorrow at 8" is counted from. */
export type When = {
  readonly now: Date
  /** An IANA name, such as `America/Sao_Paulo`. */
  readonly timeZone: string
  /** Where whoever said it is from, ISO 3166, which tells what "12/11" is; absent when nobody knows. */
  readonly country?: string
  /** Days are looked for behind now rather than ahead. */
  readonly past?: true
  /**
   * What of the moment that is asked for is known: its day (`2026-11-27`), or all of it, which a day or a time alone then changes. Of a
   * day that is put right it is the one before: "the 16th" is one of its month.
   */
  readonly of?: string
  /** The part of the day that a time was said for before. */
  readonly part?: Part
  /** The day of a moment is told by something else that is named, and known later: a time alone stays one (`isTimeAlone`). */
  readonly dayLater?: true
}
