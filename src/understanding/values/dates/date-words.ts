import { forLanguage } from '../../text/for-language.ts'
import type { Part } from './day-part.ts'
import { englishDates } from './date-words-en.ts'
import { spanishDates } from './date-words-es.ts'
import { portugueseDates } from './date-words-pt.ts'
import type { DateMeaning, MonthMeaning, TimeMeaning, WaitMeaning } from './meanings.ts'

/**
 * How one language says days, months and times, as data: meaning → patterns, in small letters and without accents. In a
 * pattern `(a|b)` is a choice, `[a]` may be missing, `{day}` is a slot; words are parted by blanks.
 */
export type DateWords = {
  /** 1 (Monday) to 7; a key may be of two words ("sexta feira"), and is often written wrong ("sexta feria"). */
  readonly weekdays: Readonly<Record<string, number>>
  readonly months: Readonly<Record<string, number>>
  readonly units: {
    readonly day: readonly string[]
    readonly week: readonly string[]
    readonly fortnight: readonly string[]
    readonly month: readonly string[]
    readonly year: readonly string[]
  }
  /** What else than a number counts one: "a week". */
  readonly one: readonly string[]
  /** Whether any day may be said as an ordinal ("the fifth"); elsewhere only the first may. */
  readonly ordinalDays: boolean
  /** What makes a number the day of a month: "el día 2". */
  readonly dayOf: string
  /** Phrases that may stand before any date, any month or any time, and say nothing. */
  readonly dateLead: readonly string[]
  readonly timeLead: readonly string[]
  /** Those of them behind which four figures are an hour: "at 1730". */
  readonly figuresLead: readonly string[]
  /** What may join a time and the day that follows it: "8 da noite de sexta". */
  readonly ofDay: readonly string[]
  readonly dates: Readonly<Record<DateMeaning, readonly string[]>>
  readonly monthsSaid: Readonly<Record<MonthMeaning, readonly string[]>>
  readonly times: Readonly<Record<TimeMeaning, readonly string[]>>
  readonly waits: Readonly<Record<WaitMeaning, readonly string[]>>
  /** After a time: "8 da noite". */
  readonly parts: Readonly<Record<Part, readonly string[]>>
  /** Between a day and a time: "tomorrow morning at 8". */
  readonly dayParts: Readonly<Partial<Record<Part, readonly string[]>>>
  /** Those of them that tell no hour of the other half of the day: "temprano" of an evening asks for one, and so does "end of day". */
  readonly early: readonly string[]
  /** A part of today: "tonight", "this afternoon". */
  readonly todays: Readonly<Partial<Record<Part, readonly string[]>>>
}

const tables: Readonly<Record<string, DateWords>> = { en: englishDates, pt: portugueseDates, es: spanishDates }

/** The words of a language, its regions included; `null` when only figures are read in it. */
export function dateWords(language: string): DateWords | null {
  return forLanguage(tables, language)
}
