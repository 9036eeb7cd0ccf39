import type { Parameter } from '../../catalogue/catalogue.ts'
import { dayColumnOf } from '../../envelope/day-column.ts'
import { currencyColumnOf, currencyOf, wholeColumnOf } from '../../envelope/money-amount.ts'

/** What kind of value is wanted, and what of its parameter decides how it is read. */
export type WantedValue = {
  readonly type: Parameter['type']
  /** The parameter that has it, where a preview or a question is open. */
  readonly parameter?: string
  /** The values of a `choice`, so that they can be said in the person's own words. */
  readonly choices?: readonly string[]
  /** Which of them was chosen, where a preview is open. */
  readonly chosen?: string
  /** The one currency of a `money`, ISO 4217; then it need not be said. */
  readonly currency?: string
  /** A `money` in the currency of the thing that it is about: a bare amount will do. */
  readonly ofThing?: true
  /** A `money` of which is known how much there is: "all" and "half" will do. */
  readonly shares?: true
  /** A `date` that was: a day without its year or its week is the last such day. */
  readonly past?: true
  /** A `date` with which days end that are still to come: the one that they begin with. A day of the week or of the month is the first behind it. */
  readonly behind?: string
  /** How that day was said; behind "3 nights" a number alone is as many. */
  readonly counted?: string
  /** A `datetime` of which the day is known, or all: a time alone is on that day, a day alone keeps the time; of a `time` or a `date` the one before. A day of no month that is named keeps the month. */
  readonly of?: string
  /** What was said for a day or a moment before, and was none by itself ("next week"): what is said now may go on with it. */
  readonly within?: string
  /** A `datetime` whose day, where none is said, is that of the thing that it is about: a time alone stays one until that is found. */
  readonly dayLater?: true
  /** A `decimal` with two places at most, as a sum of money has: "1.000" may be one of it or a thousand. */
  readonly cents?: true
  /** Of a number: what may stand behind it, "kilos", folded. In a sentence the sentence says so. */
  readonly units?: readonly string[]
  /** Of an `id`: the kind of thing that it is of, where one is found by its name as well. */
  readonly entity?: string
  /** A `text` that somebody is to be called. */
  readonly personName?: true
}

const readBack: ReadonlySet<Parameter['type']> = new Set(['date', 'time', 'datetime', 'month', 'money'])

/** Whether people must see the words beside what they were taken for: "sexta que vem" may be meant in two ways. */
export function isReadBack({ type, ofThing }: Pick<WantedValue, 'type' | 'ofThing'>): boolean {
  return readBack.has(type) && ofThing !== true
}

/** What a parameter wants. */
export function wantedOf(parameter: Pick<Parameter, 'type' | 'schema'>): WantedValue {
  const { type, schema } = parameter
  const { enum: choices, past } = schema
  const currency = currencyOf(parameter)
  const isInCents = type === 'decimal' && hasTwoPlaces(schema)
  return {
    type,
    ...(Array.isArray(choices) ? { choices: choices.map(String) } : {}),
    ...(currency === null ? {} : { currency }),
    ...(currencyColumnOf(parameter) === null ? {} : { ofThing: true }),
    ...(wholeColumnOf(parameter) === null ? {} : { shares: true }),
    ...(past === true ? { past } : {}),
    ...(dayColumnOf(parameter) === null ? {} : { dayLater: true }),
    ...(isInCents ? { cents: true } : {}),
    ...(schema['personName'] === true ? { personName: true } : {}),
  }
}

/** Whether a number of a schema has two decimal places at most. */
export function hasTwoPlaces({ multipleOf }: Parameter['schema']): boolean {
  if (typeof multipleOf !== 'number') return false
  const cents = multipleOf * 100
  return Math.abs(Math.round(cents) - cents) < 1e-9 && cents > 0.5
}
