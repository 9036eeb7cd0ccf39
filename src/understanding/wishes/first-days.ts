/**
 * "From Monday to Friday": the Monday before that Friday, though another one may have come since; "do dia 10 ao dia 28": the 10th
 * before that 28th. Where only the last one was said so ("30 de outubro a 2"), it is the first that comes behind the other.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { isDayAlone } from '../values/day-alone.ts'
import { hoursOfDay } from '../values/dates/hours-of-day.ts'
import { todayOf } from '../values/dates/resolve-date.ts'
import { isDayOfAnyMonth, saidAs } from '../values/last-day.ts'
import { lastInOrderOf } from '../values/order-of-figures.ts'
import { settleValue } from '../values/read-values.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import type { When } from '../values/when.ts'

/** "2026-" */
const yearLength = 5

/** By name what was found for the arguments of a wish: as it was said, and as the day that it is. */
type Found = Readonly<Record<'said' | 'settled', Readonly<Record<string, string>>>>

/**
 * The first days (`upTo`) that would come after their last one, as those before it, where they were said as a day of a week or of a
 * month; else such last ones, as those after it. One that is still to come stays as it was said: about what was, it says nothing. Where
 * days are asked for that are to come, it is the last one that comes after the first.
 */
export function settleFirstDays(
  parameters: readonly Parameter[],
  { said, settled }: Found,
  language: ValueLanguage,
  when: When,
): Readonly<Record<string, string>> {
  const moved = parameters.flatMap((parameter) => {
    const { name, schema } = parameter
    const [first, words] = [settled[name], said[name]]
    const upTo = typeof schema['upTo'] === 'string' ? schema['upTo'] : ''
    const [last, lastWords] = [settled[upTo], said[upTo]]
    if (first === undefined || words === undefined || last === undefined || lastWords === undefined) return []
    const inOrder = isDayAlone(first) ? lastInOrderOf({ said: words, day: first }, lastWords) : null
    if (inOrder !== null && (schema['past'] !== true || inOrder <= todayOf(when))) return [[upTo, inOrder] as const]
    if (!isDayAlone(first) || !isDayAlone(last)) return []
    const settle = (text: string, way: { readonly past?: true }, day: string) => {
      const [now] = hoursOfDay(day, when.timeZone)
      return settleValue({ type: 'date', ...way }, text, language, { ...when, now })
    }
    const isTurned = first > last
    if (schema['past'] !== true) {
      const behind = settleValue({ type: 'date', behind: first }, lastWords, language, when)
      if (behind >= first) return behind === last ? [] : [[upTo, behind] as const]
    }
    if (recurs(words, language)) return isTurned ? [[name, settle(words, { past: true }, last)] as const] : []
    // Behind "20 November" nobody calls 2 December the one that was a year ago; "10 to 1 February" is told the other way round.
    const isAhead = isTurned && first.slice(yearLength) < last.slice(yearLength) && isOfAnyYear(lastWords, language)
    if (!isAhead && !isOfMonth(lastWords, language) && !(isTurned && recurs(lastWords, language))) return []
    const next = settle(lastWords, {}, first)
    return [[upTo, next <= todayOf(when) ? next : lastWords] as const]
  })
  return Object.fromEntries(moved)
}

/** Whether there is another such day in every week or month. */
function recurs(text: string, language: ValueLanguage): boolean {
  return isOfMonth(text, language) || saidAs(text, language).some(({ kind }) => kind === 'weekday')
}

function isOfMonth(text: string, language: ValueLanguage): boolean {
  return saidAs(text, language).some(isDayOfAnyMonth)
}

function isOfAnyYear(text: string, language: ValueLanguage): boolean {
  return saidAs(text, language).some((said) => said.kind === 'full' && said.year === 0)
}
