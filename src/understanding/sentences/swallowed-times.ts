import type { Command } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import { type ClockType, clockValuesAt, isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { parseAmountWords } from '../values/number-words.ts'
import { amountsAt } from '../values/read-amounts.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import type { Language } from '../words/language.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot } from './sentence-reading.ts'
import { isDigits } from '../text/is-digits.ts'

/**
 * How many names end in the beginning of what the day or the time behind them is: "Dr. Lima tomorrow" before "at 3pm". Nothing is
 * called so, though the sentence says more of the text then. So it is where a word of the sentence stands in the middle of a moment,
 * and what is before it in a text: "tonho amanhã" before "de", "manhã" and "às 9". A free text counts too that ends in what is needed besides
 * or begins with it, and a text that begins with the end of the time before it.
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
    const isBeforeTime = isName(slot, parameters) && next !== undefined && isClockType(next.type)
    return (
      (isBeforeTime && endsInTime(source, slot, language)) ||
      beginsTime(source, slot, at) ||
      isAtWanted(source, slot) ||
      endsTime(source, slot, slots[at - 1])
    )
  }).length

  /** Whether a text begins with the end of the time before it: "la noche llamar a Ana" behind "mañana a las 9", and "de". */
  function endsTime(text: Folded, slot: FilledSlot, before: FilledSlot | undefined): boolean {
    const type = parameterOf(before, parameters)?.type ?? 'text'
    if (!slot.wildcard || before === undefined || !isClockType(type)) return false
    return clockValuesAt(type, text, before.from, language).some(({ end }) => end > slot.from)
  }

  /** Whether a free text ends in the day or the time that would be asked for then, or begins with it: "Ana tomorrow at 9", "tomorrow call Ana". */
  function isAtWanted(text: Folded, slot: FilledSlot): boolean {
    const own = parameterOf(slot, parameters)
    if (!slot.wildcard || own?.type !== 'text') return false
    const filled = new Set(slots.map(({ name }) => name))
    const wanted = parameters.flatMap(({ name, type, required }) =>
      required && isClockType(type) && !filled.has(name) ? [type] : [],
    )
    const endsOf = (type: ClockType, at: number) => clockValuesAt(type, text, at, language).map(({ end }) => end)
    return wanted.some(
      (type) =>
        endsOf(type, slot.from).some((end) => end < slot.to) ||
        insideOf(text, slot).some((at) => endsOf(type, at).includes(slot.to)),
    )
  }

  /** Whether a day or a time begins in a text that one behind it would have taken from there on. */
  function beginsTime(text: Folded, slot: FilledSlot, place: number): boolean {
    if (!slot.wildcard) return false
    return slots.slice(place + 1).some((behind) => {
      const type = parameterOf(behind, parameters)?.type ?? 'text'
      if (!isClockType(type)) return false
      return insideOf(text, slot).some((at) =>
        clockValuesAt(type, text, at, language).some(({ end }) => end >= behind.to),
      )
    })
  }
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
    word !== undefined && (isDigits(word) || parseAmountWords([word], code) !== null)
  return slots.some((slot, at) => {
    const next = slots[at + 1]
    if (next?.from !== slot.to + 1 || !isName(slot, parameters)) return false
    if (!isNumber(parameterOf(next, parameters)?.type ?? 'text')) return false
    const words = source.text.slice(slot.from, slot.to).split(' ')
    return words.length > 1 && isAmount(words.at(-1)) && isAmount(source.text.slice(next.from, next.to).split(' ')[0])
  })
}

/**
 * Whether a text holds another row of what it is a part of: "trays of jollof at 25 and 5 coolers of zobo" between "10" and "at 12", with the
 * word that leads to the number behind it.
 */
export function swallowsRow(
  slots: readonly FilledSlot[],
  { parameters }: Command,
  { source }: MatchText,
  language: ValueLanguage & { readonly words: Pick<Language['words'], 'and'> },
): boolean {
  if (source === null) return false
  const { text } = source
  const isCount = (slot: FilledSlot | undefined) => isNumber(parameterOf(slot, parameters)?.type ?? 'text')
  const amountsFrom = (at: number) => amountsAt(text, at, language, { isMoney: true }).map(({ end }) => end)
  return slots.some((slot, at) => {
    const next = slots[at + 1]
    if (next === undefined || !slot.wildcard || !isCount(next) || !isCount(slots[at - 1])) return false
    const lead = text.slice(slot.to, next.from).trim()
    if (lead === '') return false
    return insideOf(source, slot)
      .filter((from) => text.startsWith(`${lead} `, from))
      .flatMap((from) => amountsFrom(from + lead.length + 1))
      .flatMap((end) => language.words.and.endsAt(text, end + 1))
      .some((end) => end < slot.to && amountsFrom(end + 1).length > 0)
  })
}

function parameterOf(slot: FilledSlot | undefined, parameters: Command['parameters']) {
  return parameters.find(({ name }) => name === slot?.name)
}

function isName(slot: FilledSlot, parameters: Command['parameters']): boolean {
  return slot.wildcard && parameterOf(slot, parameters)?.entity != null
}

function endsInTime(source: Folded, slot: FilledSlot, language: ValueLanguage): boolean {
  return insideOf(source, slot).some((at) =>
    (['datetime', 'time'] as const)
      .flatMap((type) => clockValuesAt(type, source, at, language))
      .some(({ end }) => end === slot.to),
  )
}

/** Where the words of a text begin, but for the first one, without which nothing would be left of it. */
function insideOf({ text }: Folded, { from, to }: FilledSlot): readonly number[] {
  return [...text.slice(from, to).matchAll(/ /gu)].map(({ index }) => from + index + 1)
}
