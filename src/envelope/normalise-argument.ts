import type { Parameter } from '../catalogue/catalogue.ts'
import { normalisePhone, phoneDigits } from '../access/phone.ts'
import { assertNever } from '../errors.ts'
import { compileSchema } from './compile-schema.ts'
import { currencyColumnOf, currencyOf, wholeColumnOf } from './money-amount.ts'
import { readRawSecret } from './secret-reference.ts'
import type { TimeProblem } from './time-bounds.ts'
import type { Json } from '../json.ts'
import {
  canonicalDate,
  canonicalMoment,
  canonicalMonth,
  canonicalTime,
} from '../understanding/values/dates/canonical.ts'
import { normaliseEmail } from '../understanding/values/email.ts'
import { fileName } from '../understanding/values/file-name.ts'
import { isTwoNumbers } from '../understanding/values/decimal.ts'
import { isCalled, isSharedName } from '../understanding/values/currencies.ts'
import { isFinerThanCents, moneyText, parseMoney } from '../understanding/values/money-text.ts'
import { isShare } from '../understanding/values/share.ts'
import { hasTwoPlaces } from '../understanding/values/wanted-value.ts'

export type NormalisedArgument =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly problem: ArgumentProblem; readonly limit?: string }

/** Why a value does not do; each has a sentence in every locale (`invalid_<problem>`). */
export type ArgumentProblem =
  | 'empty'
  | 'not_a_number'
  | 'not_a_whole_number'
  | 'two_numbers'
  | 'not_a_choice'
  | 'not_yes_or_no'
  | 'format'
  | 'too_long'
  | 'reserved_name'
  | 'misleading_name'
  | 'too_short'
  | 'too_small'
  | 'not_above'
  | 'too_large'
  | 'not_below'
  | 'too_fine'
  | 'structure'
  | 'missing_member'
  | 'unknown_member'
  | 'too_many_members'
  | 'file_missing'
  | 'file_outside'
  | 'file_too_large'
  | 'file_gone'
  | 'file_type'
  | 'not_a_date'
  | 'day_alone'
  | 'not_a_month'
  | 'not_a_time'
  | 'not_a_moment'
  | TimeProblem
  | 'no_currency'
  | 'other_currency'

/** A number has at most so many digits, so that it stays exact in JSON. */
const maxDigits = 15
/** A longer secret is none that a person types, in characters. */
const maxSecretLength = 4096
/** JSON writes what is nearer to zero with an exponent, which nobody may write here. */
const smallest = 0.000001

/**
 * CCP VII.C: one canonical value for every spelling: Unicode NFC, outer space trimmed and inner space folded, numbers in
 * canonical decimal, phone numbers in E.164, choices in the catalogue's own spelling. Doing it twice changes nothing.
 * @param currency of money that is in the currency of a thing: that of the thing, `null` when it says none. While the thing is not
 * known (`undefined`) a bare amount stays a number, and a share of what there is a share.
 */
export function normaliseArgument(parameter: Parameter, raw: string, currency?: string | null): NormalisedArgument {
  if (parameter.kind === 'secret') return readRawSecret(raw)
  // It is read by `readStructured`, which can also ask for a member of it.
  if (parameter.kind === 'structured') return { kind: 'invalid', problem: 'structure' }
  const text = foldSpace(parameter.type === 'id' ? raw.replace(/^[\s#]+/u, '') : raw)
  if (text === '') return { kind: 'invalid', problem: 'empty' }
  if (parameter.type === 'money') return parseAmount(parameter, text, currency)
  const parsed = parseByType(parameter, parameter.type, text)
  return parsed.kind === 'invalid' ? parsed : checkSchema(parameter, parsed.value)
}

/** A secret has one spelling: it is taken as it was said, but for the space around it. */
export function checkSecret(parameter: Parameter, said: string): NormalisedArgument {
  const value = said.trim()
  if (value === '') return { kind: 'invalid', problem: 'empty' }
  if (value.length > maxSecretLength) return { kind: 'invalid', problem: 'too_long', limit: String(maxSecretLength) }
  return checkSchema(parameter, value)
}

/** Unicode NFC, trimmed, every run of white space one space. */
export function foldSpace(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

function parseByType(
  parameter: Parameter,
  type: Exclude<Parameter['type'], 'money'>,
  text: string,
): NormalisedArgument {
  switch (type) {
    case 'text':
    case 'id':
      return { kind: 'value', value: text }
    case 'phone':
      return parsePhone(parameter, text)
    case 'decimal':
      return hasTwoPlaces(parameter.schema) ? parseCents(text) : parseNumber(text)
    case 'integer':
    case 'ordinal':
      return parseWhole(text)
    case 'percent':
      return parseNumber(text)
    case 'email':
      return orInvalid(normaliseEmail(text), 'format')
    case 'file':
      // What is looked up has one root, from which its path counts with or without slashes around it.
      return orInvalid(fileName(parameter.entity === null ? text : text.replaceAll(/^\/+|\/+$/gu, '')), 'format')
    case 'date':
      return orInvalid(canonicalDate(text), hasTimeBehindDay(text) ? 'day_alone' : 'not_a_date', text)
    case 'month':
      return orInvalid(canonicalMonth(text), 'not_a_month')
    case 'time':
      return orInvalid(canonicalTime(text), 'not_a_time')
    case 'datetime':
      return orInvalid(canonicalMoment(text), 'not_a_moment', text)
    case 'choice':
      return parseChoice(parameter, text)
    case 'boolean':
      return parseBoolean(text)
    default:
      return assertNever(type)
  }
}

/**
 * E.164. To find somebody who is known, the end of their number will do: its digits then, and the number that is found
 * takes their place. Who is known under a number that the plan of its country writes otherwise is found by it as it stands.
 */
function parsePhone(parameter: Parameter, text: string): NormalisedArgument {
  if (parameter.entity !== null && /^\+[1-9][0-9]{6,14}$/u.test(text)) return { kind: 'value', value: text }
  const phone = normalisePhone(text)
  if (phone !== null) return { kind: 'value', value: phone }
  const digits =
    parameter.entity !== null && /^[\d\s().\-\u2010-\u2015\u2212/]+$/u.test(text) ? phoneDigits(text) : null
  return digits === null ? { kind: 'invalid', problem: 'format' } : { kind: 'value', value: digits }
}

/** Whether a time of day or a part of it was said with a day that is one (`2026-11-22T17:00`, `2026-11-22~morning`). */
function hasTimeBehindDay(text: string): boolean {
  const [day = '', ...time] = text.split(/[T~]/u)
  return time.length === 1 && canonicalDate(day) !== null
}

function orInvalid(value: string | null, problem: ArgumentProblem, limit?: string): NormalisedArgument {
  if (value !== null) return { kind: 'value', value }
  return { kind: 'invalid', problem, ...(limit !== undefined && { limit }) }
}

/** A bare amount is in the currency of the parameter, or of the thing that it is about; one without is asked for it. */
function parseAmount(parameter: Parameter, text: string, ofThing: string | null | undefined): NormalisedArgument {
  if (ofThing === undefined && wholeColumnOf(parameter) !== null && isShare(text)) return { kind: 'value', value: text }
  const wanted = currencyOf(parameter) ?? ofThing ?? null
  if (isTwoNumbers(text)) return { kind: 'invalid', problem: 'two_numbers' }
  const money = parseMoney(inCurrency(text, wanted))
  if (money === null) return withoutCurrency(parameter, text, wanted, ofThing)
  if (wanted !== null && money.currency !== wanted) return { kind: 'invalid', problem: 'other_currency', limit: wanted }
  // The schema of money is that of the amount.
  const checked = checkSchema(parameter, Number(money.amount))
  return checked.kind === 'invalid' ? checked : { kind: 'value', value: `${money.amount} ${money.currency}` }
}

/** "50", and "50 peso" where that is what the currency is called, in the currency that is wanted; else as it is. */
function inCurrency(text: string, wanted: string | null): string {
  const [, amount = '', name] = /^(\S+)(?: (\S+))?$/u.exec(text) ?? []
  const isMeant = wanted !== null && (name === undefined || isCalled(wanted, name))
  return (isMeant ? moneyText(amount, wanted) : null) ?? text
}

/** An amount of which it is not known yet what it is an amount of, or one that is none. */
function withoutCurrency(
  parameter: Parameter,
  text: string,
  wanted: string | null,
  ofThing: string | null | undefined,
): NormalisedArgument {
  const [, amount = text, name = ''] = /^(\d\S*) (\S+)$/u.exec(text) ?? []
  const isNamed = isSharedName(name)
  const isOpen = wanted === null && ofThing === undefined && currencyColumnOf(parameter) !== null
  const isWanted = wanted !== null && (name === wanted || isCalled(wanted, name))
  if (isWanted && parseNumber(amount).kind === 'value') return { kind: 'invalid', problem: 'too_fine' }
  if (isNamed && isOpen) return { kind: 'value', value: text }
  if (isNamed && wanted !== null) return { kind: 'invalid', problem: 'other_currency', limit: wanted }
  const number = parseNumber(text)
  if ((!isOpen && wanted === null) || number.kind === 'invalid')
    return { kind: 'invalid', problem: wanted === null && !isOpen && /\d/u.test(text) ? 'no_currency' : 'not_a_number' }
  const checked = checkSchema(parameter, number.value)
  // The number would no longer say that it was written with too many digits.
  if (checked.kind === 'value' && isOpen && isFinerThanCents(text)) return { kind: 'value', value: text }
  if (checked.kind === 'invalid' || isOpen) return checked
  return { kind: 'invalid', problem: text.startsWith('-') ? 'not_a_number' : 'too_fine' }
}

function parseBoolean(text: string): NormalisedArgument {
  if (/^(true|yes|1)$/iu.test(text)) return { kind: 'value', value: true }
  if (/^(false|no|0)$/iu.test(text)) return { kind: 'value', value: false }
  return { kind: 'invalid', problem: 'not_yes_or_no' }
}

/** "0.500" says only what it is; of "1.000" and "1.2500" only the person knows. */
function parseCents(text: string): NormalisedArgument {
  if (isTwoNumbers(text)) return { kind: 'invalid', problem: 'two_numbers' }
  const isMistyped = isFinerThanCents(text) && !/^-?0/u.test(text)
  return isMistyped && parseNumber(text).kind === 'value' ? { kind: 'invalid', problem: 'too_fine' } : parseNumber(text)
}

/** Digits with a decimal point; commas may group thousands ("1,234.56"). */
function parseNumber(text: string): NormalisedArgument {
  const bare = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/u.test(text) ? text.replaceAll(',', '') : text
  const digits = bare.replace(/[^\d]/gu, '').replace(/^0+/u, '')
  if (!/^-?\d+(\.\d+)?$/u.test(bare) || digits.length > maxDigits) return { kind: 'invalid', problem: 'not_a_number' }
  const value = Number(bare)
  if (value !== 0 && Math.abs(value) < smallest) return { kind: 'invalid', problem: 'too_fine' }
  return { kind: 'value', value: value === 0 ? 0 : value }
}

function parseWhole(text: string): NormalisedArgument {
  const found = parseNumber(text)
  const isWhole = found.kind === 'value' ? Number.isInteger(found.value) : found.problem !== 'not_a_number'
  return isWhole ? found : { kind: 'invalid', problem: 'not_a_whole_number' }
}

function parseChoice(parameter: Parameter, text: string): NormalisedArgument {
  const choices: unknown = parameter.schema['enum']
  const wanted = text.toLowerCase()
  const found = Array.isArray(choices) ? choices.find((each) => String(each).toLowerCase() === wanted) : undefined
  if (found !== undefined) return { kind: 'value', value: String(found) }
  return { kind: 'invalid', problem: 'not_a_choice', limit: Array.isArray(choices) ? choices.join(', ') : '' }
}

/** What a keyword of JSON Schema means to people; any other means that the form is wrong. */
export const problemOfKeyword: Readonly<Record<string, ArgumentProblem>> = {
  maxLength: 'too_long',
  minLength: 'too_short',
  minimum: 'too_small',
  exclusiveMinimum: 'not_above',
  maximum: 'too_large',
  exclusiveMaximum: 'not_below',
  multipleOf: 'too_fine',
}

function checkSchema(parameter: Parameter, value: Json): NormalisedArgument {
  const validate = compileSchema(parameter.schema)
  if (validate(value)) return { kind: 'value', value }
  const error = validate.errors?.[0]
  const limit: unknown = Object.values(error?.params ?? {}).find((each) => typeof each === 'number')
  return {
    kind: 'invalid',
    problem: problemOfKeyword[error?.keyword ?? ''] ?? 'format',
    ...(typeof limit === 'number' ? { limit: String(limit) } : {}),
  }
}
