import type { Locale } from '../../catalogue/catalogue.ts'
import { isDayAlone } from '../../understanding/values/day-alone.ts'
import { say } from '../render/say.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import type { Because } from './resolve-one.ts'

/** What does not fit together in the words for a day or a time, and what there is in truth; '' where it does. */
export function oddityText(
  locale: Locale,
  { oddity, readings: [first = ''] }: Extract<Because, { kind: 'open' }>,
): string {
  if (oddity === undefined) return ''
  const show = (type: 'date' | 'time', value: string) => showValue(showTyped(locale, type, value) ?? value)
  return isDayAlone(oddity)
    ? say(locale, 'odd_weekday', { day: show('date', oddity) })
    : say(locale, 'odd_time', { day: show('date', first.slice(0, 'yyyy-mm-dd'.length)), time: show('time', oddity) })
}
