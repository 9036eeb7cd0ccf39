import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { lastWords } from '../text/match-literal.ts'
import { skipLeading } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import type { AnswerReader } from './references.ts'
import { isClockType } from '../values/clock-values.ts'
import { settleValue, valueReader } from '../values/read-values.ts'
import { todayOf } from '../values/dates/resolve-date.ts'
import type { When } from '../values/when.ts'

type TodayReader = { readonly catalogue: Catalogue; readonly commands: AnswerReader; readonly language: Language }

/** "Cancela hoje o 204": longer texts are not looked through for a day. */
const maxWords = 12

/**
 * "Cancel order 204 today", "cancela hoje o 204": today is now for a change that takes no time. `null` where nothing is asked for so; what is
 * looked at may be looked at of a day.
 */
export function readToday(folded: Folded, { catalogue, commands, language }: TodayReader, when: When): Reading | null {
  const { text, original, ends } = folded
  for (const at of [skipLeading(text, language.skipped), ...lastWords(text, maxWords)]) {
    for (const end of todayAt(at)) {
      const rest = `${original.slice(0, ends[at - 2] ?? 0)} ${original.slice(ends[end - 1])}`
      const wishes = timeless(rest.trim())
      if (wishes !== null) return wishes
    }
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
