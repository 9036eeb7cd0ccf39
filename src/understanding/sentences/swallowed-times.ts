import type { Command } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import { clockValuesAt, isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { parseAmountWords } from '../values/number-words.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot } from './sentence-reading.ts'

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
  return slots.filter((slot, at) => {
    const next = parameterOf(slots[at + 1], parameters)
    return (
      isName(slot, parameters) && next !== undefined && isClockType(next.type) && endsInTime(source, slot, language)
    )
  }).length
}

/** Whether a name ends in the beginning of the number behind it: "tom one" before "fifty", "tom 1" before "500". */
export function swallowsNumber(
  slots: readonly FilledSlot[],
  { parameters }: Command,
  { source }: MatchText,
  { code }: ValueLanguage,
): boolean {
  if (source === null) return false
  const isAmount = (word: string | undefined) =>
    word !== undefined && (/^\d+$/u.test(word) || parseAmountWords([word], code) !== null)
  return slots.some((slot, at) => {
    const next = slots[at + 1]
    if (next?.from !== slot.to + 1 || !isName(slot, parameters)) return false
    if (!isNumber(parameterOf(next, parameters)?.type ?? 'text')) return false
    const words = source.text.slice(slot.from, slot.to).split(' ')
    return words.length > 1 && isAmount(words.at(-1)) && isAmount(source.text.slice(next.from, next.to).split(' ')[0])
  })
}

function parameterOf(slot: FilledSlot | undefined, parameters: Command['parameters']) {
  return parameters.find(({ name }) => name === slot?.name)
}

function isName(slot: FilledSlot, parameters: Command['parameters']): boolean {
  return slot.wildcard && parameterOf(slot, parameters)?.entity != null
}

function endsInTime(source: Folded, { from, to }: FilledSlot, language: ValueLanguage): boolean {
  const { text } = source
  for (let at = text.indexOf(' ', from) + 1; at > 0 && at < to; at = text.indexOf(' ', at) + 1) {
    const found = (['datetime', 'time'] as const).flatMap((type) => clockValuesAt(type, source, at, language))
    if (found.some(({ end }) => end === to)) return true
  }
  return false
}
