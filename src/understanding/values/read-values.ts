import { assertNever } from '../../errors.ts'
import type { Folded } from '../text/fold-text.ts'
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { clockValuesAt, isClockType, settleClockValue } from './clock-values.ts'
import { settleLastDay } from './last-day.ts'
import { isNumber } from './is-number.ts'
import { nearlyAt } from './nearly.ts'
import { nightsAt } from './nights.ts'
import { phonesAt } from './phone-numbers.ts'
import { amountsAt, plainAmountsAt } from './read-amounts.ts'
import { moneyAt, moneyOfThingAt, withPerUnit } from './read-money.ts'
import { idsAt, integersAt, matchAt, ordinalsAt } from './read-numbers.ts'
import { countsAt, quantitiesAt, wholeAmounts } from './read-quantities.ts'
import { withUnits } from './read-units.ts'
import { emailsAt, fileNamesAt } from './read-verbatim.ts'
import { sharesAt } from './share.ts'
import type { ValueLanguage } from './value-language.ts'
import type { WantedValue } from './wanted-value.ts'
import type { When } from './when.ts'

/** Reads the values that begin at a place of folded text, longest first. Needs no clock: see `settleValue`. */
export type ValueReader = (text: Folded, at: number) => readonly Capture[]

/** The reader of one kind of value; free text is not found this way and gives none. */
export function valueReader(wanted: WantedValue, language: ValueLanguage): ValueReader {
  const read = exactReader(wanted, language)
  if (!isNumber(wanted.type)) return read
  return (folded, at) => nearlyAt(folded, at, language.code, (start) => read(folded, start))
}

function exactReader(wanted: WantedValue, language: ValueLanguage): ValueReader {
  switch (wanted.type) {
    case 'id':
      return (folded, at) => idsAt(folded, at, language)
    case 'phone':
      return phonesAt
    case 'integer':
      return (folded, at) =>
        withUnits(
          folded.text,
          at,
          countsAt(folded.text, at, wholeNumbersAt(folded, at, language), language.code, wanted.units),
          wanted.units ?? [],
          language,
        )
    case 'ordinal':
      return (folded, at) => ordinalsAt(folded, at, language)
    case 'decimal':
      return ({ text }, at) =>
        withUnits(
          text,
          at,
          quantitiesAt(
            text,
            at,
            amountsAt(text, at, language, { cents: wanted.cents === true }),
            language.code,
            wanted.units,
          ),
          wanted.units ?? [],
          language,
        )
    case 'percent':
      return ({ text }, at) => percentsAt(text, at, language)
    case 'money':
      return ({ text }, at) => [
        ...(wanted.shares === true ? sharesAt(text, at, language) : []),
        ...withPerUnit(
          text,
          wanted.ofThing === true ? moneyOfThingAt(text, at, language) : moneyAt(text, at, wanted.currency, language),
        ),
      ]
    case 'date':
    case 'time':
    case 'datetime':
    case 'month': {
      const { type, behind } = wanted
      const isOfDay = wanted.of !== undefined
      return (folded, at) => [
        ...(type === 'date' && behind !== undefined ? nightsAt(folded.text, at, behind, language) : []),
        ...clockValuesAt(type, folded, at, language, { isOfDay }),
      ]
    }
    case 'email':
      return emailsAt
    case 'file':
      return fileNamesAt
    case 'boolean':
      return ({ text }, at) => [
        ...language.yes.endsAt(text, at).map((end) => ({ end, value: 'true' })),
        ...language.no.endsAt(text, at).map((end) => ({ end, value: 'false' })),
      ]
    case 'choice':
      return ({ text }, at) => choicesAt(text, at, wanted.choices ?? [], language)
    case 'text':
      return () => []
    default:
      return assertNever(wanted.type)
  }
}

/** Whole numbers, "1.5 lakh" and "half a million" among them. */
function wholeNumbersAt(folded: Folded, at: number, language: ValueLanguage): readonly Capture[] {
  const plain = integersAt(folded, at, language)
  const scaled = wholeAmounts(folded.text, at, plainAmountsAt(folded.text, at, language))
  const others = scaled.filter(({ end }) => plain.every((each) => each.end !== end))
  return [...plain, ...others].toSorted((one, other) => other.end - one.end)
}

/**
 * What a reader found as the one value that all languages share. Only now is it needed when and where it was said. What
 * cannot be told ("31 de fevereiro") stays as it was said.
 */
export function settleValue(
  { type, past, behind, of, dayLater }: WantedValue,
  found: string,
  language: ValueLanguage,
  when: When,
): string {
  if (!isClockType(type)) return found
  if (type === 'date' && behind !== undefined) return settleLastDay(found, behind, language, when)
  const known = {
    ...when,
    ...(past === true && { past }),
    ...(of !== undefined && { of }),
    ...(dayLater === true && { dayLater }),
  }
  return settleClockValue(type, found, language, known) ?? found
}

/** The values of a choice by what the language calls them. */
function choicesAt(text: string, at: number, choices: readonly string[], language: ValueLanguage): readonly Capture[] {
  return choices.flatMap((value) =>
    language
      .choice(value)
      .endsAt(text, at)
      .map((end) => ({ end, value })),
  )
}

/** "12,5%", "12.5 per cent", "minus 5%", and the number alone. */
function percentsAt(text: string, at: number, language: ValueLanguage): readonly Capture[] {
  const less = matchAt(/(?:minus|menos) (?=[^-])/y, text, at) ?? ''
  return plainAmountsAt(text, at + less.length, language).flatMap(({ end, value }) => {
    const unit = matchAt(/ ?(?:%|percent|per cent|por cento|por ciento|porciento)/y, text, end)
    const ends = unit === null ? [end] : [end + unit.length, end]
    const signed = less === '' ? value : `-${value}`
    return ends.filter((each) => isWordEnd(text, each)).map((each) => ({ end: each, value: signed }))
  })
}
