/**
 * A number that a sentence took for a thing, and that is a day or a time: "del 22" and "a las 10" of a command that wants one, which may
 * stand in the place of the customer that it wants as well.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, originalBetween } from '../text/fold-text.ts'
import { isClockType } from '../values/clock-values.ts'
import { dateWords } from '../values/dates/date-words.ts'
import { valueReader } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { Language } from '../words/language.ts'
import type { FilledSlot } from './sentence-reading.ts'

/** So many words may lead to a time: "para el lunes a las". */
const mostLeads = 3

export type Given = {
  readonly language: Language
  /** The words that the sentences of the command have right before a value of it. */
  readonly before: (parameter: string) => ReadonlySet<string>
}

/** A slot with a number, and that number, among the others. */
type NumberSlot = { readonly slots: readonly FilledSlot[]; readonly slot: FilledSlot; readonly number: string }

/** What a day or a time is looked for with. */
type Place = NumberSlot & {
  readonly clocks: readonly Parameter[]
  readonly source: Folded
  /** Where the words that lead to the number may begin. */
  readonly starts: readonly number[]
  readonly given: Given
}

/** The slots with a number as the day or the time that it is, or as a part of one beside it; `null` where it is none. */
export function numberAsTime(
  said: NumberSlot,
  parameters: readonly Parameter[],
  source: Folded,
  given: Given,
): readonly FilledSlot[] | null {
  const before = said.slots[said.slots.indexOf(said.slot) - 1]
  const starts = startsBefore(source.text, said.slot.from, before?.to ?? 0)
  const clocks = parameters.filter(({ type }) => isClockType(type))
  const place = { ...said, clocks, source, starts, given }
  return besideClock(place) ?? alone(place)
}

/** "On Friday" and "10": one time with the day or the time that stands right beside the number. */
function besideClock(place: Place): readonly FilledSlot[] | null {
  const { slots, slot, clocks, starts } = place
  const at = slots.indexOf(slot)
  const [before, behind] = [slots[at - 1], slots[at + 1]]
  const clockOf = (each: FilledSlot) => clocks.find(({ name }) => name === each.name)
  const [first, last] = [before && clockOf(before), behind && clockOf(behind)]
  const longer = before && first && filled(place, first, before.from, slot.to, before)
  if (longer != null) return longer
  return behind && last ? firstOf(starts, (from) => filled(place, last, from, behind.to, behind)) : null
}

/** The only day or time that is not said yet, or that the word before the number leads to. */
function alone(place: Place): readonly FilledSlot[] | null {
  const { slots, slot, clocks, source, starts, given } = place
  const open = clocks.filter(({ name }) => slots.every((each) => each.name !== name))
  const [lead = ''] = source.text.slice(0, slot.from).trimEnd().split(' ').slice(-1)
  const led = open.filter(({ name }) => given.before(name).has(lead))
  const [only, ...others] = open.length === 1 ? open : led
  if (only === undefined || others.length > 0) return null
  const time = firstOf(starts, (from) => filled(place, only, from, slot.to))
  if (time !== null) return time
  // "Del 22" is "de el 22".
  const isLed = led.includes(only) && given.language.article.endsAt(lead, 0).includes(lead.length)
  const day = isLed && only.type === 'date' ? dayOfNumber(place.number, given.language) : null
  return day === null
    ? null
    : slots.with(slots.indexOf(slot), { ...slot, name: only.name, value: day, wildcard: false })
}

/** The slots with a day or a time between two places instead of the number, and of the slot beside it; `null` where it is none. */
function filled(
  { slots, slot, source, given }: Place,
  parameter: Parameter,
  from: number,
  to: number,
  beside?: FilledSlot,
): readonly FilledSlot[] | null {
  const value = timeBetween(parameter, source, from, to, given.language)
  if (value === null) return null
  const others = slots.filter((each) => each !== slot && each !== beside)
  return [...others, { name: parameter.name, value, wildcard: false, from, to }].toSorted((a, b) => a.from - b.from)
}

/** The places where the last words before a number begin, the first first. */
function startsBefore(text: string, end: number, from: number): readonly number[] {
  const starts = [...text.slice(from, end).matchAll(/(?<=^| )[^ ]/gu)].map(({ index }) => from + index)
  return starts.slice(-mostLeads)
}

function firstOf<Found>(places: readonly number[], find: (from: number) => Found | null): Found | null {
  for (const from of places) {
    const found = find(from)
    if (found !== null) return found
  }
  return null
}

/** A day or a time that all the words between two places are, as it was said; `null` where they are none. */
function timeBetween(
  parameter: Parameter,
  source: Folded,
  from: number,
  to: number,
  language: Language,
): string | null {
  const isTime = valueReader(wantedOf(parameter), language)(source, from).some(({ end }) => end === to)
  return isTime ? originalBetween(source, from, to) : null
}

/** "día 22"; `null` where no month has so many. */
function dayOfNumber(number: string, language: Language): string | null {
  const said = foldText(`${dateWords(language.code)?.dayOf ?? ''} ${number}`)
  const isDay = valueReader({ type: 'date' }, language)(said, 0).some(({ end }) => end === said.text.length)
  return isDay ? said.original : null
}
