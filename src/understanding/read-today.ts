import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Folded } from './fold-text.ts'
import type { Language } from './language.ts'
import { lastWords } from './match-literal.ts'
import { afterWord, skipLeading } from './phrases.ts'
import type { Reading } from './reading.ts'
import type { AnswerReader } from './references.ts'
import { isClockType } from './values/clock-values.ts'
import { settleValue, valueReader } from './values/read-values.ts'
import { todayOf } from './values/dates/resolve-date.ts'
import type { When } from './values/when.ts'

type TodayReader = { readonly catalogue: Catalogue; readonly commands: AnswerReader; readonly language: Language }

/** More words say no day. */
const maxWords = 4

/**
 * "Cancel order 204 today", "hoje cancela o 204": today is now for a change that takes no time. `null` where nothing is asked for so; what is
 * looked at may be looked at of a day.
 */
export function readToday(folded: Folded, { catalogue, commands, language }: TodayReader, when: When): Reading | null {
  const { text, original, starts, ends } = folded
  const first = skipLeading(text, language.skipped)
  for (const end of todayAt(first)) {
    const wishes = end < text.length ? timeless(original.slice(starts[afterWord(text, end)])) : null
    if (wishes !== null) return wishes
  }
  for (const at of lastWords(text, maxWords)) {
    const wishes = todayAt(at).includes(text.length) ? timeless(original.slice(0, ends[at - 2])) : null
    if (wishes !== null) return wishes
  }
  return null

  /** Where today ends that is said at a place, in words. */
  function todayAt(at: number): readonly number[] {
    return valueReader({ type: 'date' }, language)(folded, at).flatMap(({ value, end }) =>
      /\p{L}/u.test(text.slice(at, end)) && settleValue({ type: 'date' }, value, language, when) === todayOf(when)
        ? [end]
        : [],
    )
  }

  function timeless(rest: string): Reading | null {
    const reading = commands.read(rest, when)
    if (reading?.kind === 'negated') return reading
    if (reading?.kind !== 'wishes' || reading.denied !== undefined) return null
    const takesNone = reading.wishes.every((wish) => {
      const command = catalogue.commands.get(wish.command)
      return (
        command !== undefined && command.safety !== 'read' && !command.parameters.some(({ type }) => isClockType(type))
      )
    })
    return takesNone ? reading : null
  }
}
