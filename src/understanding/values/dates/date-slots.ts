import { isOfNumbers } from '../number-table.ts'
import { parseAmountWords } from '../number-words.ts'
import { parseOrdinalWords } from '../ordinals.ts'
import { isYear } from './civil-date.ts'
import { clockNumber, parseClock } from './clock.ts'
import type { DateWords } from './date-words.ts'
import { unitNames } from './meanings.ts'
import { remembering } from './remembering.ts'
import type { SlotReader, SlotReaders, SlotValue } from './word-patterns.ts'
import { isDigits } from '../../text/is-digits.ts'

/** "dois mil e vinte e seis", "novecentos e noventa e nove". */
const maxNumberWords = 6
/** "trigésimo primeiro día". */
const maxOrdinalWords = 3
const maxCount = 999
const maxWeeksOfMonth = 5

/** What fills the slots of a language's patterns. */
export function dateSlots(words: DateWords, language: string): SlotReaders {
  const units = Object.fromEntries(unitNames.flatMap((unit, index) => words.units[unit].map((word) => [word, index])))
  return {
    weekday: remembering(oneOf(words.weekdays)),
    month: remembering(oneOf(words.months)),
    unit: remembering(oneOf(units)),
    day: remembering((said, from) => inRange([...ordinals(said, from), ...cardinals(said, from)], 1, 31)),
    nth: remembering((said, from) =>
      words.ordinalDays && /^\d+\p{L}/u.test(said[from] ?? '') ? inRange(ordinals(said, from), 1, 31) : [],
    ),
    nthOf: remembering((said, from) =>
      inRange(
        runs(said, from, from + 1, (run) => parseOrdinalWords(run, language)),
        1,
        maxWeeksOfMonth,
      ),
    ),
    year: remembering((said, from) => cardinals(said, from).filter(({ value }) => isYear(value))),
    count: remembering((said, from) => [
      ...(words.one.includes(said[from] ?? '') ? [{ to: from + 1, value: 1 }] : []),
      ...inRange(cardinals(said, from), 1, maxCount),
    ]),
    hour: remembering((said, from) => inRange(cardinals(said, from), 0, 23)),
    minute: remembering((said, from) => inRange(cardinals(said, from), 1, 59)),
    clock: remembering((said, from) => {
      const time = parseClock(said[from] ?? '')
      return time === null ? [] : [{ to: from + 1, value: clockNumber(time) }]
    }),
  }

  /** Whole numbers as cardinals alone: "two five" is no 25th. */
  function cardinals(said: readonly string[], from: number): readonly SlotValue[] {
    return runs(said, from, numberEnd(said, from), (run) => {
      const value = parseAmountWords(run, language)
      return value !== null && isDigits(value) ? Number(value) : null
    })
  }

  /** The place behind the last word that may belong to a number from `from` on. */
  function numberEnd(said: readonly string[], from: number): number {
    let to = from
    while (to < from + maxNumberWords && isOfNumbers(said[to] ?? '', language)) to++
    return to
  }

  function ordinals(said: readonly string[], from: number): readonly SlotValue[] {
    return runs(said, from, from + maxOrdinalWords, (run) => parseOrdinalWords(run, language)).filter(
      ({ value }) => words.ordinalDays || value === 1 || /^\d/u.test(said[from] ?? ''),
    )
  }
}

function runs(
  said: readonly string[],
  from: number,
  end: number,
  parse: (run: readonly string[]) => number | null,
): readonly SlotValue[] {
  const found: SlotValue[] = []
  for (let to = from + 1; to <= Math.min(end, said.length); to++) {
    const value = parse(said.slice(from, to))
    if (value !== null) found.push({ to, value })
  }
  return found
}

function inRange(found: readonly SlotValue[], from: number, to: number): readonly SlotValue[] {
  return found.filter(({ value }) => value >= from && value <= to)
}

/** Words of the table; its keys are of two words at most. */
function oneOf(table: Readonly<Record<string, number>>): SlotReader {
  const known = new Map(Object.entries(table))
  return (said, from) =>
    [from + 2, from + 1].flatMap((to) => {
      const value = to > said.length ? undefined : known.get(said.slice(from, to).join(' '))
      return value === undefined ? [] : [{ to, value }]
    })
}
