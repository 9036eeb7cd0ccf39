import { assertNever } from '../../errors.ts'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { recallFor } from '../../recall.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isLoneCapital } from '../text/lone-letter.ts'
import type { Capture } from '../sentences/slot.ts'
import { isoTime } from './dates/clock.ts'
import { isoDate } from './dates/civil-date.ts'
import type { DateExpression, MomentExpression } from './dates/date-expression.ts'
import type { ClockTime, Part } from './dates/day-part.ts'
import type { Said } from './dates/figures.ts'
import { type Odd, oddDays, skippedMoments } from './dates/odd-readings.ts'
import { halvesOf, openDays, openMoments, type Speaker } from './dates/open-readings.ts'
import { resolveDate, resolveMoment, resolveMonth } from './dates/resolve-date.ts'
import { eveOf, momentOn } from './dates/zoned-time.ts'
import { leadOfDay } from './dates/lead-of-day.ts'
import { isDayAlone, movedToPart, partIn, withPart } from './day-alone.ts'
import type { ValueLanguage } from './value-language.ts'
import type { When } from './when.ts'

/*
 * Days and times are read in two steps, so that sentences can be compiled once and matched without a clock: first where
 * they stand, then, for the one reading that is taken, what they are. Between the two a value is what was said.
 */

/** The types whose values depend on when they are said, and that of a time of day, which is read like them. */
const clockTypes = ['date', 'time', 'datetime', 'month'] as const

export type ClockType = (typeof clockTypes)[number]

/** "quinta feira dia vinte e dois de novembro de dois mil e vinte e seis as vinte e tres horas e quinze minutos". */
const maxWords = 22

export function isClockType(type: Parameter['type']): type is ClockType {
  return (clockTypes as readonly string[]).includes(type)
}

/**
 * The days or times that stand at a place, longest first, each as it was said, with what makes a number a day of a month; of a moment perhaps only the day.
 * @param isOfDay the day is known: a part of it will do
 */
export function clockValuesAt(
  type: ClockType,
  folded: Folded,
  at: number,
  language: ValueLanguage,
  { isOfDay = false }: { readonly isOfDay?: boolean } = {},
): readonly Capture[] {
  const words = wordsAt(folded, at)
  // "A" of "block A tomorrow" leads to no day.
  if (isLoneCapital(folded, at, at + (words[0] ?? '').length)) return []
  const lead = type === 'datetime' ? leadOfDay(folded.text, at, language) : null
  const led = lead === null ? [] : clockValuesAt(type, folded, lead, language).filter(({ end }) => end > at)
  if (led.length > 0) return led
  const { dates } = language
  const readers = [
    dates[readerNames[type]],
    ...(type === 'datetime' ? [dates.date] : []),
    ...(type === 'datetime' && isOfDay ? [dates.dayPart] : []),
  ]
  const owner = words.findIndex((word) => word.endsWith(possessive))
  const owning = owner < 0 ? [] : [...words.slice(0, owner), words[owner]?.slice(0, -possessive.length) ?? '']
  const found = [words, owning].flatMap((said) =>
    readers.flatMap((read) => read(said, 0).map(({ to }) => at + said.slice(0, to).join(' ').length)),
  )
  return [...new Set(found)]
    .toSorted((a, b) => b - a)
    .map((end) => ({ end, value: folded.original.slice(folded.starts[at], folded.ends[end - 1]) }))
}

/** "January's report": it belongs to what follows. */
const possessive = "'s"

const readerNames = { date: 'date', time: 'time', datetime: 'moment', month: 'month' } as const

/** Parts the values in what may mean several days or moments. */
const mark = '|'

/** Between the values of what does not fit together and what there is in truth. */
const oddMark = '!'
const oddValue = /^(?<values>\d\S+)!(?<oddity>\d{4}-\d\d-\d\d|\d\d:\d\d)$/u

/** The values that a text is settled as: several where the person is to say which one is meant. */
export function clockReadings(text: string): readonly string[] {
  return (oddValue.exec(text)?.groups?.['values'] ?? text).split(mark)
}

/**
 * What does not fit together, so that the person is to say what is meant even where one value is left: the day `2026-11-27`, which is
 * another weekday than was said, or the time `02:30`, which there is not on that day. `null` for any other value.
 */
export function oddityOf(text: string): string | null {
  return oddValue.exec(text)?.groups?.['oddity'] ?? null
}

/**
 * The canonical value of what was said: `2026-11-22`, `20:30`, `2026-11-22T20:30:00-03:00`, `2026-11`; several of them with a `|`
 * between where one is as good as the other (`clockReadings`). Of a moment of which only the day was said it is the day (`isDayAlone`), and a part of a day is kept with it: `2026-11-22~morning`;
 * and where its day is known later a time alone is `20:30` (`isTimeAlone`).
 * What does not fit together is what it may be instead (`oddityOf`). `null` when the calendar has no such day, or when its words can be
 * read in two ways that differ.
 */
export function settleClockValue(type: ClockType, said: string, language: ValueLanguage, when: When): string | null {
  const { text } = foldText(said)
  const words = wordsFrom(text, 0)
  const whole = words.join(' ').length === text.length
  const values = whole ? new Set(resolved(type, words, language, when)) : new Set<string>()
  const [value] = values
  return values.size === 1 ? (value ?? null) : null
}

function resolved(type: ClockType, words: readonly string[], language: ValueLanguage, when: When): readonly string[] {
  const { dates, region } = language
  // Who is asked for the hour of a day may say another day with it.
  const of = type === 'datetime' && isDayAlone(when.of ?? '') ? when.of : undefined
  const speaker = { region, country: when.country, part: when.part, of }
  switch (type) {
    case 'date': {
      const inPart = daysInPart(words, language, when)
      if (inPart.length > 0) return inPart
      const days = settled(dates.date(words, 0), words, (said) =>
        together(openDays(said, speaker).map((each) => resolveDate(each, when))),
      )
      return days.length > 0 ? days : settled(dates.date(words, 0), words, (said) => oddDate(said, speaker, when))
    }
    case 'month':
      return settled(dates.month(words, 0), words, (said) => resolveMonth(said, when))
    case 'time':
      return settled(dates.time(words, 0), words, (said) => together(timesOf(said, when).map(isoTime)))
    case 'datetime': {
      const anew = ofMoment(words, language, when)
      if (anew.length > 0) return anew
      const times = when.dayLater === true ? timesAlone(words, language, when) : []
      if (times.length > 0) return times
      const moments = settled(dates.moment(words, 0), words, (said) =>
        together(openMoments(said, speaker).flatMap((halves) => stillToCome(halves, when))),
      )
      if (moments.length > 0) return moments
      const odd = settled(dates.moment(words, 0), words, (said) => oddMoment(said, speaker, when))
      if (odd.length > 0) return odd
      const inPart = daysInPart(words, language, when)
      return inPart.length > 0 ? inPart : resolved('date', words, language, when)
    }
    default:
      return assertNever(type)
  }
}

/** "Monday afternoon": a day with its part, so that a command that takes whole days alone can say so. */
function daysInPart(words: readonly string[], { dates, region }: ValueLanguage, when: When): readonly string[] {
  const speaker = { region, country: when.country, part: when.part }
  return settled(dates.dayPart(words, 0), words, ({ date, part }) =>
    date === null ? null : inPartOf(together(openDays(date, speaker).map((each) => resolveDate(each, when))), part),
  )
}

/** A day whose weekday is another one, and the nearest day that is such a weekday. */
function oddDate(said: DateExpression, speaker: Speaker, when: When): string | null {
  const odd = openDays(said, speaker)
    .map((each) => oddDays(each, when))
    .find((each) => each !== null)
  return odd === undefined ? null : oddly({ ...odd, readings: odd.readings.map(isoDate) })
}

/** The time on each of those days, or what is nearest to a time that the clocks leave out. */
function oddMoment(said: MomentExpression, speaker: Speaker, when: When): string | null {
  const days = said.kind === 'at' && said.date !== null ? openDays(said.date, speaker) : []
  const odd = days.map((each) => oddDays(each, when)).find((each) => each !== null)
  if (said.kind !== 'at' || odd === undefined) {
    const skipped = skippedMoments(said, when)
    return skipped === null ? null : oddly(skipped)
  }
  const readings = odd.readings
    .map((day) => ({ ...said, date: { kind: 'full', weekday: 0, ...day } as const }))
    .flatMap((each) => openMoments(each, speaker))
    .flatMap((halves) => stillToCome(halves, when))
  return oddly({ ...odd, readings })
}

function oddly({ readings, oddity }: Odd<string | null>): string | null {
  const values = together(readings)
  return values === null ? null : `${values}${oddMark}${oddity}`
}

/** Days with their part. */
function inPartOf(days: string | null, part: Part): string | null {
  return days === null ? null : together(clockReadings(days).map((day) => withPart(day, part)))
}

/** Whether of a moment only the time of day is known by now, or several that it may be. */
export function isTimeAlone(value: string): boolean {
  return clockReadings(value).every((each) => /^\d\d:\d\d$/u.test(each))
}

/** A time alone, or what it may be, as it would be on any day that is still to come. */
function timesAlone(words: readonly string[], language: ValueLanguage, { country }: When): readonly string[] {
  const speaker = { now: new Date(0), timeZone: 'UTC', ...(country !== undefined && { country }) }
  const moments = ofMoment(words, language, { ...speaker, of: '1970-01-02' })
  // A part of the day is no time yet.
  return moments
    .filter((each) => !clockReadings(each).some(isDayAlone))
    .map((each) =>
      clockReadings(each)
        .map((moment) => moment.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length))
        .join(mark),
    )
}

/** A time alone, a part of the day, or a day alone, of a moment of which the rest is known; nothing where none is, or more was said. */
function ofMoment(words: readonly string[], language: ValueLanguage, when: When): readonly string[] {
  const { of, dayLater: _known, ...before } = when
  if (of === undefined) return []
  const day = of.slice(0, 'yyyy-mm-dd'.length)
  if (language.dates.time(words, 0).some(({ to }) => to === words.length)) {
    const eve = eveOf(day, when.timeZone)
    const part = partIn(of)
    const then = { ...before, ...(part !== undefined && { part }) }
    return eve === null ? [] : resolved('datetime', words, language, { ...then, now: eve })
  }
  const parts = settled(language.dates.dayPart(words, 0), words, ({ date, part, early }) => {
    const moved = early === true ? null : movedToPart(of, part, when.timeZone)
    return date === null ? (moved ?? inPartOf(day, part)) : null
  })
  if (parts.length > 0 || isDayAlone(of)) return parts
  return resolved('date', words, language, { ...before, of: day })
    .map((days) => {
      const moments = clockReadings(days).map((each) => momentOn(each, of.slice('yyyy-mm-ddT'.length), when.timeZone))
      const oddity = oddityOf(days)
      return oddity === null ? together(moments) : oddly({ readings: moments, oddity })
    })
    .filter((each) => each !== null)
}

/**
 * From this hour on a bare one is in the morning, in all three languages: who means ten at night says so ("às 10 da noite", "22h").
 * Not so at eight, when there is breakfast and dinner, nor at three or seven, which nobody but the person can tell.
 */
const firstOfMorning = 9

/** "At 3" is a time of either half of the day; so is "no, 10" of what was to be at night. */
function timesOf(time: ClockTime, { part, of = '' }: When): readonly ClockTime[] {
  const halves = halvesOf(time, part)
  const isUsual = part === undefined && time.hour >= firstOfMorning && of < '12:00'
  return isUsual ? halves.slice(0, 1) : halves
}

/**
 * Of the halves of a day those that are still to come, for a time without its half is one of them; else the first, which it is as
 * well where it is usual.
 */
function stillToCome(halves: readonly MomentExpression[], when: When): readonly (string | null)[] {
  const moments = halves.map((each) => resolveMoment(each, when))
  const ahead = moments.filter((each) => each !== null && Date.parse(each) > when.now.getTime())
  const [half] = halves
  const isOneDay = new Set(ahead.map((each) => each?.slice(0, 'yyyy-mm-dd'.length))).size === 1
  const isUsual =
    when.part === undefined && half?.kind === 'at' && half.time.hour >= firstOfMorning && isOneDay && ahead.length > 1
  return ahead.length === 0 || isUsual ? moments.slice(0, 1) : ahead
}

function together(values: readonly (string | null)[]): string | null {
  const known = [...new Set(values.filter((value) => value !== null))]
  return known.length === 0 ? null : known.toSorted().join(mark)
}

function settled<T>(
  found: readonly Said<T>[],
  words: readonly string[],
  resolve: (said: T) => string | null,
): readonly string[] {
  return found
    .filter(({ to }) => to === words.length)
    .map(({ said }) => resolve(said))
    .filter((value) => value !== null)
}

/** Days and times of every kind are looked for at the same place, and the readers know the words that they read last. */
function wordsAt(folded: Folded, at: number): readonly string[] {
  const known = wordsOf(folded)
  const words = known.get(at) ?? wordsFrom(folded.text, at)
  known.set(at, words)
  return words
}

const wordsOf = recallFor((_folded: Folded) => new Map<number, readonly string[]>())

function wordsFrom(text: string, at: number): readonly string[] {
  const words: string[] = []
  for (let from = at; from < text.length && words.length < maxWords;) {
    const blank = text.indexOf(' ', from)
    const end = blank < 0 ? text.length : blank
    words.push(text.slice(from, end))
    from = end + 1
  }
  return words
}
