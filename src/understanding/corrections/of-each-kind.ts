import type { CorrectedValue } from '../correction-reading.ts'
import { isDayOfAnyMonth, saidAs } from '../values/last-day.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import type { WantedValue } from '../values/wanted-value.ts'

/**
 * What a text reads as, once for each kind of value; for each parameter where it is another value of each, or none of some: "Sunday" of
 * the days from Tuesday to Thursday, "3 nights". The 8th is behind the 10th only where nothing else is said, so it is the first of the two.
 */
export function ofEachKind(
  found: readonly CorrectedValue[],
  wanted: readonly WantedValue[],
  language: ValueLanguage,
): readonly CorrectedValue[] {
  return found.flatMap((value, at) => {
    const { for: parameter, ...ofAny } = value
    const alike = found.filter(({ as }) => as === value.as)
    const isForAll = alike.length === wanted.filter(({ type }) => type === value.as).length
    const isSame = alike.every(({ correction }) => correction === value.correction)
    const isOfMonth = saidAs(value.said ?? '', language).some(isDayOfAnyMonth)
    if (parameter !== undefined && (!isForAll || !(isSame || isOfMonth))) return [value]
    return alike[0] === found[at] ? [ofAny] : []
  })
}
