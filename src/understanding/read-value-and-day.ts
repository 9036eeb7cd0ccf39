/**
 * "30, friday", "30 el viernes": the number that is awaited, and a day, which is said for something else; "friday at 8pm": the day, and the
 * time, which is asked for by itself.
 */
import { asValue, readExactValue } from './bare-value.ts'
import { type Folded, foldText, originalBetween } from './fold-text.ts'
import { isQuestion } from './is-question.ts'
import { afterWord, skipLeading } from './phrases.ts'
import type { WrittenReader } from './read-message.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import type { Beside } from './value-of.ts'
import { isTooLong } from './too-long.ts'
import { isDayType } from './values/is-day-type.ts'
import { isNumber } from './values/is-number.ts'
import { wantedOf } from './values/wanted-value.ts'
import type { When } from './values/when.ts'

type Wanted = Extract<Expectation, { kind: 'value' }>

/** `null` where it is not both, one behind the other. */
export function readValueAndDay(
  text: string,
  wanted: Wanted,
  reader: WrittenReader,
  when: When,
): Extract<Reading, { kind: 'value' }> | null {
  if (isTooLong(text) || isQuestion(text)) return null
  if (isNumber(wanted.type))
    return readBoth(text, wanted, reader, when, (day) => readDayBeside(day, wanted, reader, when))
  return wanted.type === 'date'
    ? readBoth(text, wanted, reader, when, (time) => readTimeBeside(time, wanted, reader, when))
    : null
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
  const read = (said: Folded) => readExactValue(said, wanted, language, when, language.aroundExact)
  if (read(folded) !== null) return null
  for (const { index } of folded.text.matchAll(/ /gu)) {
    const before = originalBetween(folded, 0, index)
    const behind = originalBetween(folded, index + 1, folded.text.length)
    for (const [value, rest] of [
      [before, behind],
      [behind, before],
    ] as const) {
      const exact = read(foldText(value))
      const beside = exact === null ? null : readBeside(rest)
      if (exact !== null && beside !== null) return { ...asValue(exact), beside }
    }
  }
  return null
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
