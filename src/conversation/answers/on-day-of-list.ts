import type { Parameter } from '../../catalogue/catalogue.ts'
import type { CorrectedValue, ValueCorrection } from '../../understanding/correction-reading.ts'
import { clockReadings } from '../../understanding/values/clock-values.ts'
import { isDayAlone, movedToPart, partIn, withoutPart } from '../../understanding/values/day-alone.ts'
import { momentOn } from '../../understanding/values/dates/zoned-time.ts'
import { askedParameter } from '../things/asked-parameter.ts'
import type { Scene } from '../scene.ts'
import type { Question } from '../session.ts'

/**
 * "No, 4", where two moments of a Monday are listed: four o'clock of that day, though a time alone is read before it to call one of them.
 * Where they are of several days, and so is what was said, it is that time on each of them.
 */
export function onDayOfList({ context }: Scene, question: Question, corrects: ValueCorrection): CorrectedValue {
  const isTimeAlone = corrects.as === 'time' && askedParameter(context, question)?.type === 'datetime'
  if (!isTimeAlone || question.kind !== 'choice') return corrects
  const days = new Set(question.candidates.map(({ id }) => dayOf(id)))
  const moment = corrects.or?.find(({ as }) => as === 'datetime')
  if (moment !== undefined && clockReadings(moment.correction).every((each) => days.has(dayOf(each)))) return moment
  const times = clockReadings(corrects.correction)
  const moments = [...days].flatMap((day) =>
    times.flatMap((time) => momentOn(day, time, context.person.timeZone) ?? []),
  )
  return moments.length === 0 ? corrects : { ...corrects, correction: moments.join('|') }
}

/**
 * "No, Friday", where it is asked whether eight in the morning or at night is meant: those of that day, or of the part of it that was said.
 * Anything else is as it was said.
 */
export function atTimesOfList(
  { context }: Scene,
  question: Question,
  { type }: Pick<Parameter, 'type'>,
  said: string,
): string {
  const days = clockReadings(said)
  if (question.kind !== 'choice' || type !== 'datetime' || !days.every(isDayAlone)) return said
  const moments = question.candidates.filter(({ id }) => !isDayAlone(id))
  const times = moments.map(({ id }) => id.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length))
  const { timeZone } = context.person
  const onDays = days.flatMap((day) => {
    const part = partIn(day)
    return times
      .flatMap((time) => momentOn(withoutPart(day), time, timeZone) ?? [])
      .flatMap((moment) => (part === undefined ? moment : (movedToPart(moment, part, timeZone) ?? [])))
  })
  return onDays.length === 0 ? said : [...new Set(onDays)].join('|')
}

function dayOf(moment: string): string {
  return moment.slice(0, 'yyyy-mm-dd'.length)
}
