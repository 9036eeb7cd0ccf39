/**
 * Things whose ids mean nothing to people, in a sentence. A number is an id of one where its title stands before it ("customer 22"). A
 * number alone is none: "del 22" and "a las 10", which a sentence may take for the customer that it wants, are a day or a time where the
 * command takes one.
 */
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, originalBetween } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { trimPhrases } from '../text/phrases.ts'
import { isClockType } from '../values/clock-values.ts'
import { dateWords } from '../values/dates/date-words.ts'
import { idBehindTitle } from '../values/id-behind-title.ts'
import { valueReader } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { Language } from '../words/language.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot } from './sentence-reading.ts'
import { standIn } from './stand-in.ts'

/** So many words may lead to a time: "para el lunes a las". */
const mostLeads = 3

type Given = {
  readonly language: Language
  /** The words that the sentences of the command have right before a value of it. */
  readonly before: (parameter: string) => ReadonlySet<string>
}

/**
 * The slots with all that.
 * @property byId the parameters whose things are named by their ids
 * @property numbers how many numbers still stand for such things
 */
export function asUnnumbered(
  slots: readonly FilledSlot[],
  command: Command,
  { source }: MatchText,
  given: Given,
): { readonly slots: readonly FilledSlot[]; readonly byId: readonly string[]; readonly numbers: number } {
  const { unnumbered } = given.language
  if (source === null || unnumbered.size === 0) return { slots, byId: [], numbers: 0 }
  const titleOf = ({ name }: FilledSlot) => {
    const parameter = command.parameters.find((each) => each.name === name)
    return parameter?.type === 'id' ? unnumbered.get(parameter.entity ?? '') : undefined
  }
  const named = slots.map((slot) => {
    const title = titleOf(slot)
    const id = title === undefined ? null : idBehindTitle(slot.value, source, slot.from, title)
    return id === null ? slot : { ...slot, value: id, isId: true }
  })
  const isNumber = (slot: FilledSlot & { readonly isId?: boolean }) =>
    slot.isId !== true &&
    titleOf(slot) !== undefined &&
    slot.value !== standIn &&
    numberIn(slot, given.language) !== null
  const number = named.find(isNumber)
  const timed = number === undefined ? null : asTime(named, number, command, source, given)
  const read = timed ?? named
  return {
    slots: read.map(({ name, value, wildcard, from, to }) => ({ name, value, wildcard, from, to })),
    byId: named.flatMap((slot) => ('isId' in slot ? [slot.name] : [])),
    numbers: read.filter(isNumber).length,
  }
}

/** The slots with a number as the day or the time that it is, or as a part of one beside it; `null` where it is none. */
function asTime(
  slots: readonly FilledSlot[],
  number: FilledSlot,
  { parameters }: Command,
  source: Folded,
  given: Given,
): readonly FilledSlot[] | null {
  const at = slots.indexOf(number)
  const clocks = parameters.filter(({ type }) => isClockType(type))
  const fill = (parameter: Parameter | undefined, from: number, to: number, beside?: FilledSlot) => {
    const value = parameter === undefined ? null : timeBetween(parameter, source, from, to, given.language)
    if (parameter === undefined || value === null) return null
    const filled = { name: parameter.name, value, wildcard: false, from, to }
    const others = slots.filter((slot) => slot !== number && slot !== beside)
    return [...others, filled].toSorted((a, b) => a.from - b.from)
  }
  const [before, behind] = [slots[at - 1], slots[at + 1]]
  const clockOf = (slot: FilledSlot | undefined) => clocks.find(({ name }) => name === slot?.name)
  const starts = startsBefore(source.text, number.from, before?.to ?? 0)
  const open = clocks.filter(({ name }) => slots.every((slot) => slot.name !== name))
  const [lead = ''] = source.text.slice(0, number.from).trimEnd().split(' ').slice(-1)
  const led = open.filter(({ name }) => given.before(name).has(lead))
  const [only, ...others] = open.length === 1 ? open : led
  const longer =
    (before === undefined ? null : fill(clockOf(before), before.from, number.to, before)) ??
    (behind === undefined ? null : firstOf(starts, (from) => fill(clockOf(behind), from, behind.to, behind)))
  if (longer !== null || only === undefined || others.length > 0) return longer
  const alone = firstOf(starts, (from) => fill(only, from, number.to))
  if (alone !== null) return alone
  // "Del 22" is "de el 22".
  const isLed = led.includes(only) && given.language.article.endsAt(lead, 0).includes(lead.length)
  const day = isLed && only.type === 'date' ? dayOfNumber(numberIn(number, given.language) ?? '', given.language) : null
  return day === null ? null : slots.with(at, { ...number, name: only.name, value: day, wildcard: false })
}

/** The number of "las 10"; `null` where there is more, or none. */
function numberIn({ value }: FilledSlot, { article }: Language): string | null {
  const { text } = foldText(value)
  const kept = isDigits(text) ? { from: 0, to: text.length } : trimPhrases(text, article)
  const said = kept === null ? '' : text.slice(kept.from, kept.to)
  return isDigits(said) ? said : null
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
