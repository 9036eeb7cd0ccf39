/** "From Monday to Friday": the Monday before that Friday, though another one may have come since. */
import type { Parameter } from '../catalogue/catalogue.ts'
import { foldText } from './fold-text.ts'
import { hoursOfDay } from './values/dates/hours-of-day.ts'
import { isDayAlone } from './values/clock-values.ts'
import { settleValue } from './values/read-values.ts'
import type { ValueLanguage } from './values/value-language.ts'
import { wantedOf } from './values/wanted-value.ts'
import type { When } from './values/when.ts'

/** By name what was found for the arguments of a wish: as it was said, and as the day that it is. */
type Found = Readonly<Record<'said' | 'settled', Readonly<Record<string, string>>>>

/** The first days (`upTo`) that were said as a day of the week and would come after their last one, as those before it. */
export function settleFirstDays(
  parameters: readonly Parameter[],
  { said, settled }: Found,
  language: ValueLanguage,
  when: When,
): Readonly<Record<string, string>> {
  const moved = parameters.flatMap((parameter) => {
    const { name, schema } = parameter
    const [first, words] = [settled[name], said[name]]
    const last = typeof schema['upTo'] === 'string' ? settled[schema['upTo']] : undefined
    if (first === undefined || words === undefined || last === undefined) return []
    if (!isDayAlone(first) || !isDayAlone(last) || first <= last || !isWeekday(words, language)) return []
    const [now] = hoursOfDay(last, when.timeZone)
    return [[name, settleValue({ ...wantedOf(parameter), past: true }, words, language, { ...when, now })] as const]
  })
  return Object.fromEntries(moved)
}

function isWeekday(text: string, { dates }: ValueLanguage): boolean {
  const words = foldText(text).text.split(' ')
  return dates.date(words, 0).some(({ to, said: { kind } }) => to === words.length && kind === 'weekday')
}
