import { parseClock } from './clock.ts'
import type { DateExpression, MomentExpression, MonthExpression } from './date-expression.ts'
import { dateSlots } from './date-slots.ts'
import { type DateWords, dateWords } from './date-words.ts'
import { type ClockTime, inPart, type Part } from './day-part.ts'
import { isoMoment, numericDate, numericMonth, type Said } from './figures.ts'
import { dateOf, minutesOf, monthOf, timeOf, today } from './meanings.ts'
import { type DateOrder, fullYear } from './numeric-date.ts'
import { remembering } from './remembering.ts'
import { compilePatterns, matchPatterns, type Slots, writeOut } from './word-patterns.ts'
import { isDigits } from '../../text/is-digits.ts'

/** Reads folded words from a place on; every way of reading them, in no order. */
type WordReader<T> = (words: readonly string[], from: number) => readonly Said<T>[]

/** What one language says of days and times. No clock: what was said is counted from it later, in `resolve-date.ts`. */
export type DateReaders = {
  readonly date: WordReader<DateExpression>
  readonly month: WordReader<MonthExpression>
  readonly time: WordReader<ClockTime>
  readonly moment: WordReader<MomentExpression>
  /** A part of a day, alone or with the day: "in the morning", "amanhã à noite". */
  readonly dayPart: WordReader<DayPart>
  /** Words that make the number behind them the day of a month: "el" of "el 15". */
  readonly dayLeads: ReadonlySet<string>
}

/**
 * @property date `null` where no day was said
 * @property early of a moment that is known it says no hour ("early", "end of day")
 */
export type DayPart = { readonly date: DateExpression | null; readonly part: Part; readonly early?: true }

/** Compiles the words of a language. A language without a table reads figures alone. */
export function createDateReaders(language: string, order: DateOrder): DateReaders {
  const words = dateWords(language)
  return words === null ? figuresOnly(order) : inWords(words, language, order)
}

function figuresOnly(order: DateOrder): DateReaders {
  return {
    date: (words, from) => numericDate(words, from, order),
    month: numericMonth,
    time: () => [],
    moment: isoMoment,
    dayPart: () => [],
    dayLeads: new Set(),
  }
}

function inWords(words: DateWords, language: string, order: DateOrder): DateReaders {
  const slots = dateSlots(words, language)
  const dates = compilePatterns(words.dates)
  const months = compilePatterns(words.monthsSaid)
  const times = compilePatterns(words.times)
  const waits = compilePatterns(words.waits)
  const dateLead = phrasesOf(words.dateLead)
  const timeLead = phrasesOf(words.timeLead)
  const figuresLead = phrasesOf(words.figuresLead)
  const ofDay = phrasesOf(words.ofDay)
  const early = phrasesOf(words.early)
  const todays = partsOf(words.todays)
  const parts = partsOf(words.parts)
  const dayParts = partsOf(words.dayParts)
  const wholeDay = remembering(readWholeDay)
  const dayPart = remembering(readDayPart)
  const time = remembering(readTime)
  const dayLeads = new Set(
    words.dates.day.flatMap(writeOut).flatMap((text) => /^([^{ ]+) \{day\}$/u.exec(text)?.[1] ?? []),
  )
  return { date, month, time, moment, dayPart, dayLeads }

  /** A day, also where its part is said with it ("amanhã de manhã", "this afternoon"), which says nothing of the day. */
  function date(said: readonly string[], from: number): readonly Said<DateExpression>[] {
    const inParts = dayPart(said, from).flatMap(({ to, said: { date: day } }) =>
      day === null ? [] : [{ to, said: day }],
    )
    return [...wholeDay(said, from), ...inParts]
  }

  function readDayPart(said: readonly string[], from: number): readonly Said<DayPart>[] {
    const onDate = (day: DateExpression | null, at: number, table: typeof parts) =>
      partsAt(said, at, table).map(({ to, part }) => {
        const isEarly = ends(said, at, early).includes(to)
        return { to, said: { date: day, part, ...(isEarly && { early: true as const }) } }
      })
    return [
      ...onDate(null, from, dayParts),
      ...wholeDay(said, from).flatMap((day) => onDate(day.said, day.to, dayParts)),
      ...led(said, from, dateLead).flatMap((start) => onDate(today, start, todays)),
    ]
  }

  function readWholeDay(said: readonly string[], from: number): readonly Said<DateExpression>[] {
    return led(said, from, dateLead).flatMap((start) => [
      ...numericDate(said, start, order),
      ...joinedDate(said, start),
      ...weekdayAndFigures(said, start),
      ...matchPatterns(dates, said, start, slots).map((found) => ({
        to: found.to,
        said: dateOf(found.meaning, found.slots),
      })),
    ])
  }

  /** "15-Dec-26", "15/dez/2026", "15-Dec" */
  function joinedDate(said: readonly string[], from: number): readonly Said<DateExpression>[] {
    const [, day = '', , name = '', year] =
      /^(\d{1,2})([-/.])(\p{L}+)(?:\2(\d{4}|\d\d))?$/u.exec(said[from] ?? '') ?? []
    const found = Object.hasOwn(words.months, name) ? words.months[name] : undefined
    if (found === undefined) return []
    return [{ to: from + 1, said: { kind: 'full', year: fullYear(year), month: found, day: Number(day), weekday: 0 } }]
  }

  /** "sexta, 27/11": the weekday must be that of the day. */
  function weekdayAndFigures(said: readonly string[], from: number): readonly Said<DateExpression>[] {
    return slots
      .weekday(said, from)
      .flatMap(({ to, value: weekday }) =>
        numericDate(said, to, order).map((found) => ({ to: found.to, said: { ...found.said, weekday } })),
      )
  }

  function month(said: readonly string[], from: number): readonly Said<MonthExpression>[] {
    return led(said, from, dateLead).flatMap((start) => [
      ...numericMonth(said, start),
      ...monthAndYear(said, start),
      ...matchPatterns(months, said, start, slots).map((found) => ({
        to: found.to,
        said: monthOf(found.meaning, found.slots),
      })),
    ])
  }

  /** "jan/2026", "out-25" */
  function monthAndYear(said: readonly string[], from: number): readonly Said<MonthExpression>[] {
    const [, name = '', year = ''] = /^(\p{L}+)[/.-](\d{4}|\d\d)$/u.exec(said[from] ?? '') ?? []
    const found = Object.hasOwn(words.months, name) ? words.months[name] : undefined
    return found === undefined ? [] : [{ to: from + 1, said: { kind: 'named', year: fullYear(year), month: found } }]
  }

  function readTime(said: readonly string[], from: number): readonly Said<ClockTime>[] {
    const behindPart = partsAt(said, from, dayParts).flatMap((found) => inThe(found.part, timesAt(said, found.to)))
    return [...timesAt(said, from), ...behindPart]
  }

  function timesAt(said: readonly string[], from: number): readonly Said<ClockTime>[] {
    const figures = ends(said, from, figuresLead).flatMap((start) => figuresAt(said, start))
    const others = led(said, from, timeLead).flatMap((start) =>
      matchPatterns(times, said, start, slots).flatMap(({ meaning, to, slots: filled }) => {
        // "10 to 11" in figures is rather from ten to eleven.
        const isRange = meaning === 'fewMinutesTo' && /^\d/u.test(said[start] ?? '') && mayBeHours(filled)
        const clock = isRange ? null : timeOf(meaning, filled)
        if (clock === null) return []
        const inOne = inPartAt(said, { to, said: clock })
        // "4 pm in the evening": the second tells nothing else.
        const inBoth = inOne
          .flatMap((known) => inPartAt(said, known).map((again) => ({ known, again })))
          .filter(({ known, again }) => known.said.hour === again.said.hour)
        return [{ to, said: clock }, ...inOne, ...inBoth.map(({ again }) => again)]
      }),
    )
    return [...figures, ...others]
  }

  /** The same time with the part of the day that stands behind it. */
  function inPartAt(said: readonly string[], clock: Said<ClockTime>): readonly Said<ClockTime>[] {
    return partsAt(said, clock.to, parts).flatMap(({ to, part }) => inThe(part, [{ to, said: clock.said }]))
  }

  function moment(said: readonly string[], from: number): readonly Said<MomentExpression>[] {
    return [
      ...isoMoment(said, from),
      ...matchPatterns(waits, said, from, slots).map((found) => ({
        to: found.to,
        said: { kind: 'wait', minutes: minutesOf(found.meaning, found.slots) } as const,
      })),
      ...time(said, from).map((found) => onDay(null, found)),
      ...dayThenTime(said, from),
      ...timeThenDay(said, from),
    ]
  }

  function dayThenTime(said: readonly string[], from: number): readonly Said<MomentExpression>[] {
    const partsOfToday = partsAt(said, from, todays).flatMap(({ to, part }) =>
      inThe(part, time(said, to)).map((found) => onDay(today, found)),
    )
    const days = wholeDay(said, from).flatMap(({ to, said: day }) => time(said, to).map((found) => onDay(day, found)))
    return [...partsOfToday, ...days]
  }

  function timeThenDay(said: readonly string[], from: number): readonly Said<MomentExpression>[] {
    return time(said, from).flatMap((clock) => [
      ...partsAt(said, clock.to, todays).flatMap(({ to, part }) =>
        inThe(part, [clock]).map((found) => onDay(today, { ...found, to })),
      ),
      ...[clock.to, ...ends(said, clock.to, ofDay)]
        .filter((start) => !isDayOfMonth(said, from, start))
        .flatMap((start) => wholeDay(said, start))
        .map((day) => onDay(day.said, { to: day.to, said: clock.said })),
    ])
  }

  /** "15 dec 26" is no three o'clock on the 26th. */
  function isDayOfMonth(said: readonly string[], from: number, start: number): boolean {
    return start === from + 1 && isDigits(said[from] ?? '') && slots.month(said, start).length > 0
  }
}

/** "1730" */
function figuresAt(said: readonly string[], at: number): readonly Said<ClockTime>[] {
  const [, hour = '', minute = ''] = /^(\d\d)(\d\d)$/u.exec(said[at] ?? '') ?? []
  const clock = hour === '' ? null : parseClock(`${hour}:${minute}`)
  return clock === null ? [] : [{ to: at + 1, said: clock }]
}

/** Whether it may lead from one hour to another of the same half of a day. */
function mayBeHours({ minute, hour }: Slots): boolean {
  const hours = (hour - minute + 12) % 12
  return minute <= 12 && hours > 0 && hours <= 6
}

function onDay(date: DateExpression | null, { to, said }: Said<ClockTime>): Said<MomentExpression> {
  return { to, said: { kind: 'at', date, time: said } }
}

function inThe(part: Part, times: readonly Said<ClockTime>[]): readonly Said<ClockTime>[] {
  return times.flatMap(({ to, said }) => {
    const known = inPart(said, part)
    return known === null ? [] : [{ to, said: known }]
  })
}

type Phrase = readonly string[]
/** By their first word, for only those can stand at a word. */
type Phrases = ReadonlyMap<string, readonly Phrase[]>

function phrasesOf(patterns: readonly string[]): Phrases {
  return Map.groupBy(
    patterns.flatMap(writeOut).map((text) => text.split(' ')),
    ([first = '']) => first,
  )
}

/** The words after the phrases that stand at a word. */
function ends(words: readonly string[], from: number, phrases: Phrases): readonly number[] {
  const found = phrases.get(words[from] ?? '')
  if (found === undefined) return none
  return found
    .filter((phrase) => phrase.every((word, index) => words[from + index] === word))
    .map((phrase) => from + phrase.length)
}

const none: readonly never[] = []

/** Where something may begin: here, or after what leads to it. */
function led(words: readonly string[], from: number, leads: Phrases): readonly number[] {
  return [from, ...ends(words, from, leads)]
}

function partsOf(table: DateWords['dayParts']): readonly (readonly [Part, Phrases])[] {
  // The keys of the table are parts of the day.
  const entries = Object.entries(table) as readonly (readonly [Part, readonly string[]])[]
  return entries.map(([part, patterns]) => [part, phrasesOf(patterns)])
}

function partsAt(
  words: readonly string[],
  from: number,
  parts: readonly (readonly [Part, Phrases])[],
): readonly { readonly to: number; readonly part: Part }[] {
  return parts.flatMap(([part, phrases]) => ends(words, from, phrases).map((to) => ({ to, part })))
}
