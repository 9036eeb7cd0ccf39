import type { Command } from '../../catalogue/catalogue.ts'
import type { Folded } from '../fold-text.ts'
import { clockValuesAt, isClockType } from '../values/clock-values.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot } from './sentence-table.ts'

/**
 * How many names end in the beginning of what the day or the time behind them is: "Dr. Lima tomorrow" before "at 3pm". Nothing is
 * called so, though the sentence says more of the text then.
 */
export function swallowedTimes(
  slots: readonly FilledSlot[],
  { parameters }: Command,
  { source }: MatchText,
  language: ValueLanguage,
): number {
  if (source === null) return 0
  const parameterOf = (slot: FilledSlot | undefined) => parameters.find(({ name }) => name === slot?.name)
  return slots.filter((slot, at) => {
    const next = parameterOf(slots[at + 1])
    const isName = slot.wildcard && parameterOf(slot)?.entity != null
    return isName && next !== undefined && isClockType(next.type) && endsInTime(source, slot, language)
  }).length
}

function endsInTime(source: Folded, { from, to }: FilledSlot, language: ValueLanguage): boolean {
  const { text } = source
  for (let at = text.indexOf(' ', from) + 1; at > 0 && at < to; at = text.indexOf(' ', at) + 1) {
    const found = (['datetime', 'time'] as const).flatMap((type) => clockValuesAt(type, source, at, language))
    if (found.some(({ end }) => end === to)) return true
  }
  return false
}
