import { foldText } from '../text/fold-text.ts'
import { settleClockValue } from './clock-values.ts'
import { isDayAlone } from './day-alone.ts'
import type { DateExpression } from './dates/date-expression.ts'
import { hoursOfDay } from './dates/hours-of-day.ts'
import type { ValueLanguage } from './value-language.ts'
import type { When } from './when.ts'

/**
 * The day that days end with which begin on `first`: "to Tuesday" is the first one behind it, and "to the 3rd" as well, where the one that
 * comes would be before. A day that is said in full is the one that it is.
 * @param first `2026-03-06`
 */
export function settleLastDay(said: string, first: string, language: ValueLanguage, when: When): string {
  const last = settleClockValue('date', said, language, when) ?? said
  if (!isDayAlone(last) || last > first) return last
  const days = saidAs(said, language)
  const isAgain = days.some(isComingWeekday) || (last < first && days.some(isDayOfAnyMonth))
  if (!isAgain) return last
  const [now] = hoursOfDay(first, when.timeZone)
  return settleClockValue('date', said, language, { ...when, now }) ?? last
}

/** What the whole text says of a day, in every way to read it. */
export function saidAs(text: string, { dates }: ValueLanguage): readonly DateExpression[] {
  const words = foldText(text).text.split(' ')
  return dates.date(words, 0).flatMap(({ to, said }) => (to === words.length ? [said] : []))
}

/** "the 2nd", of no month that is named */
export function isDayOfAnyMonth(said: DateExpression): boolean {
  return said.kind === 'day' && said.months === null
}

function isComingWeekday(said: DateExpression): boolean {
  return said.kind === 'weekday' && said.which === 'coming'
}
