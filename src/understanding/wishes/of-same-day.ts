import type { Catalogue } from '../../catalogue/catalogue.ts'
import { clockReadings, isTimeAlone } from '../values/clock-values.ts'
import { settleValue } from '../values/read-values.ts'
import type { ValueLanguage } from '../values/value-language.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'
import type { Wish } from '../wish.ts'

type Reader = { readonly catalogue: Pick<Catalogue, 'commands'>; readonly language: ValueLanguage }

/**
 * "Book Ana tomorrow at 10 and Pedro at 11": a moment of which only the hour was said is on the day of the wish before it, which was said
 * with its own. What is on the day of the thing that it is about stays so.
 */
export function ofSameDay(wishes: readonly Wish[], reader: Reader, when: When): readonly Wish[] {
  const settled: Wish[] = []
  let day: string | null = null
  for (const wish of wishes) {
    const meant: Wish = day === null ? wish : onDay(wish, day, reader, when)
    settled.push(meant)
    day = dayOf(meant, day, reader, when)
  }
  return settled
}

function onDay(wish: Wish, day: string, { catalogue, language }: Reader, when: When): Wish {
  const hours = hoursOf(wish, { catalogue, language }, when).map((parameter) => {
    const wanted = { ...wantedOf(parameter), of: day }
    return [parameter.name, settleValue(wanted, wish.said?.[parameter.name] ?? '', language, when)]
  })
  return hours.length === 0 ? wish : { ...wish, args: { ...wish.args, ...Object.fromEntries(hours) } }
}

/** The day that a wish says, or whose hour it says; `null` where it says several, or another kind of time. */
function dayOf(wish: Wish, before: string | null, reader: Reader, when: When): string | null {
  const moments = momentsOf(wish, reader).map(({ name }) => wish.args[name] ?? '')
  const days = new Set(moments.flatMap(clockReadings).map((each) => each.slice(0, 'yyyy-mm-dd'.length)))
  const [day, ...others] = days
  if (day === undefined || others.length > 0 || !/^\d{4}-\d\d-\d\d$/u.test(day)) return null
  return before === null && hoursOf(wish, reader, when).length > 0 ? null : day
}

/** Its moments of which the hour alone was said. */
function hoursOf(wish: Wish, reader: Reader, when: When) {
  return momentsOf(wish, reader).filter(({ name }) => {
    const words = wish.said?.[name]
    const isOfThing = isTimeAlone(wish.args[name] ?? '')
    return words !== undefined && !isOfThing && isTimeAlone(settleValue({ type: 'time' }, words, reader.language, when))
  })
}

function momentsOf({ command, args }: Wish, { catalogue }: Reader) {
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  return parameters.filter(({ name, type }) => type === 'datetime' && args[name] !== undefined)
}
