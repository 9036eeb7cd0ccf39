/**
 * "30, friday", "30 el viernes": the number that is awaited, and a day, which is said for something else; "friday at 8pm": the day, and the
 * time, which is asked for by itself; "205 for $20", "7pm for 40 people", "50 in cash": the value, and one of another parameter.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { asValue, type ExactValue, readExactValue, readSureValue, stripFiller } from '../bare-value.ts'
import { type Folded, foldText, originalBetween, pausesIn } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { isQuestion } from '../text/is-question.ts'
import { unitsOf } from '../wishes/units-of.ts'
import { ledBy } from '../corrections/led-value.ts'
import { afterWord, skipLeading, trimPhrases } from '../text/phrases.ts'
import type { WrittenReader } from '../read-message.ts'
import type { Expectation } from '../expectation.ts'
import type { Reading } from '../reading.ts'
import type { Beside } from '../value-of.ts'
import { isTooLong } from '../text/too-long.ts'
import { isClockType } from '../values/clock-values.ts'
import { isDayType } from '../values/is-day-type.ts'
import { isNumber } from '../values/is-number.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

type Wanted = Extract<Expectation, { kind: 'value' }>

/** `null` where it is not both, one behind the other. */
export function readValueAndBeside(
  text: string,
  wanted: Wanted,
  reader: WrittenReader,
  when: When,
): Extract<Reading, { kind: 'value' }> | null {
  if (isTooLong(text) || isQuestion(text)) return null
  if (!(wanted.type === 'id' || wanted.type === 'choice' || isNumber(wanted.type) || isClockType(wanted.type)))
    return null
  const readChoice = (rest: string) => readChoiceBeside(rest, wanted, reader, when)
  // "150 por transferencia" is no price of each, where that is a way.
  const chosen = isNumber(wanted.type) ? readBoth(text, wanted, reader, when, readChoice) : null
  if (chosen !== null) return chosen
  if (readSureValue(foldText(text), wanted, reader.language, when) !== null) return null
  return readBoth(
    text,
    wanted,
    reader,
    when,
    (rest) =>
      (isNumber(wanted.type) ? readDayBeside(rest, wanted, reader, when) : null) ??
      (wanted.type === 'date' ? readTimeBeside(rest, wanted, reader, when) : null) ??
      readOtherBeside(rest, wanted, reader, when) ??
      readChoice(rest),
  )
}

/** The answer, and what it is of the command where no thing is called so, which is never meant by its id: "tomorrow at 10", "$20". */
export function withOtherwise(
  text: string,
  reading: Extract<Reading, { kind: 'value' }>,
  wanted: Wanted,
  reader: WrittenReader,
  when: When,
): Extract<Reading, { kind: 'value' }> {
  const isByName = wanted.type === 'id' && reader.language.unnumbered.has(wanted.entity ?? '')
  if (!isByName || isTooLong(text) || isQuestion(text) || isDigits(reading.text)) return reading
  const otherwise = readOtherBeside(text, wanted, reader, when) ?? readChoiceBeside(text, wanted, reader, when)
  return otherwise === null ? reading : { ...reading, otherwise }
}

/** The value that is awaited at one end of the text, and all the rest as what is said besides. */
function readBoth(
  text: string,
  wanted: Wanted,
  { language }: WrittenReader,
  when: When,
  readBeside: (rest: string) => Beside | null,
): Extract<Reading, { kind: 'value' }> | null {
  const folded = foldText(text)
  const pauses = pausesIn(folded)
  const read = (said: Folded) => {
    const exact = readSureValue(said, wanted, language, when)
    if (wanted.type !== 'id' || exact !== null) return exact
    // A thing may be called anything, but for what another value is; and only a pause tells where that ends.
    return said !== folded && pauses.length > 0 && /\p{L}/u.test(said.text) && readBeside(said.original) === null
      ? { value: stripFiller(said, language, language.answering) }
      : null
  }
  const bothAt = (index: number) => {
    const before = originalBetween(folded, 0, index)
    const behind = originalBetween(folded, index + 1, folded.text.length)
    const sides = [
      [before, behind],
      [behind, before],
    ] as const
    return sides.flatMap(([value, rest]) => {
      const exact = read(foldText(value))
      const beside = exact === null ? null : readBeside(rest)
      return exact === null || beside === null ? [] : [{ ...asValue(exact), beside } satisfies Both]
    })
  }
  const blanks = pauses.length > 0 ? pauses : [...folded.text.matchAll(/ /gu)].map(({ index }) => index)
  // Of "20 reais 205" nobody knows which of them the currency is of.
  const [first, ...others] = blanks.flatMap(bothAt)
  return first !== undefined && others.every((other) => saysTheSame(other, first)) ? first : null
}

type Both = Extract<Reading, { kind: 'value' }> & { readonly beside: Beside }

/** Whichever of them the word between them belongs to. */
function saysTheSame(one: Both, other: Both): boolean {
  const valuesOf = ({ beside }: Both) => beside.values.map(({ parameter, value }) => [parameter, value])
  return one.text === other.text && isDeepStrictEqual(valuesOf(one), valuesOf(other))
}

/** The time that a text is, as a value of whatever of the command takes one; `null` where it is none, or nothing takes one. */
function readTimeBeside(
  text: string,
  { command: token }: Pick<Wanted, 'command'>,
  { catalogue, language }: WrittenReader,
  when: When,
): Beside | null {
  const times = (catalogue.commands.get(token ?? '')?.parameters ?? []).filter(({ type }) => type === 'time')
  const values = times.flatMap((parameter) => {
    const exact = readExactValue(foldText(text), wantedOf(parameter), language, when, language.aroundExact)
    return exact === null ? [] : [{ parameter: parameter.name, ...exact }]
  })
  return values.length === 0 ? null : { said: text, values }
}

/**
 * What is said as another parameter is in the sentences of the command ("for 40 people"), or can be no other ("$20", "at 7pm"): a number
 * alone where no thing is known by one ("sprite, 5").
 */
export function readOtherBeside(
  text: string,
  { command: token, parameter: asked, type, entity }: Wanted,
  reader: WrittenReader,
  when: When,
): Beside | null {
  const { catalogue, language } = reader
  const folded = foldText(text)
  const led = new Map(ledBy(folded, token, reader).map(({ parameter, value }) => [parameter.name, value]))
  const kept = trimPhrases(folded.text, language.aroundExact)
  // Of what is not known by its id a number alone is none.
  const mayBeOther = language.unnumbered.has(entity ?? '')
  const isFigures = kept === null || /^[\d.,]+$/u.test(folded.text.slice(kept.from, kept.to))
  const command = catalogue.commands.get(token ?? '')
  const others = (command?.parameters ?? []).filter(
    (each) => each.name !== asked && each.type !== type && (isNumber(each.type) || isClockType(each.type)),
  )
  const values = others.flatMap((parameter) => {
    const counted = readCounted(folded, parameter, reader, command, when)
    if (counted !== null) return [{ parameter: parameter.name, ...counted }]
    const isPlain = isClockType(parameter.type) || parameter.type === 'money'
    const isAlone = isFigures ? mayBeOther && isNumber(parameter.type) : isPlain
    const said = led.get(parameter.name) ?? (isAlone ? folded : null)
    const exact = said === null ? null : readExactValue(said, wantedOf(parameter), language, when, language.aroundExact)
    return exact === null ? [] : [{ parameter: parameter.name, ...exact }]
  })
  return values.length === 0 ? null : { said: text, values }
}

/** "5 boxes": so many of what the sentences of the command count; a number without that may be of anything. */
function readCounted(
  folded: Folded,
  parameter: Parameter,
  { catalogue, language }: WrittenReader,
  command: Command | undefined,
  when: When,
): ExactValue | null {
  const { type, name } = parameter
  if (command === undefined || (type !== 'integer' && type !== 'decimal')) return null
  const read = (units: readonly string[]) =>
    readExactValue(folded, { ...wantedOf(parameter), units }, language, when, language.aroundExact)
  return read([]) === null ? read(unitsOf(catalogue, command, name)) : null
}

/** "In cash": a value of a choice of the command. */
function readChoiceBeside(
  text: string,
  { command: token, parameter: asked }: Pick<Wanted, 'command' | 'parameter'>,
  { catalogue, language }: WrittenReader,
  when: When,
): Beside | null {
  const { parameters = [] } = catalogue.commands.get(token ?? '') ?? {}
  const choices = parameters.filter(({ name, type }) => type === 'choice' && name !== asked)
  const values = choices.flatMap((parameter) => {
    const exact = readExactValue(foldText(text), wantedOf(parameter), language, when, language.aroundExact)
    return exact === null ? [] : [{ parameter: parameter.name, ...exact }]
  })
  return values.length === 0 ? null : { said: text, values }
}

/** The day that a text is, as a value of whatever of the command takes one; `null` where it is none. */
export function readDayBeside(
  text: string,
  { command: token }: Pick<Wanted, 'command'>,
  { catalogue, language }: Pick<WrittenReader, 'catalogue' | 'language'>,
  when: When,
): Beside | null {
  const { text: said, original, starts } = foldText(text)
  const { words, onDay, aroundExact } = language
  const [lead] = onDay.endsAt(said, skipLeading(said, words.and))
  const day = lead === undefined ? foldText(text) : foldText(original.slice(starts[afterWord(said, lead)] ?? 0))
  if (readExactValue(day, { type: 'date' }, language, when, aroundExact) === null) return null
  const days = (catalogue.commands.get(token ?? '')?.parameters ?? []).filter(({ type }) => isDayType(type))
  const values = days.flatMap((parameter) => {
    const exact = readExactValue(day, wantedOf(parameter), language, when, aroundExact)
    return exact === null ? [] : [{ parameter: parameter.name, ...exact }]
  })
  return { said: text, values }
}
