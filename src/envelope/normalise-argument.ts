import type { Parameter } from '../catalogue/catalogue.ts'
import { normalisePhone, phoneDigits } from '../access/phone.ts'
import { assertNever } from '../errors.ts'
import { compileSchema } from './compile-schema.ts'
import { readRawSecret } from './secret-reference.ts'
import { jsonText, type Json } from '../json.ts'
import {
  canonicalDate,
  canonicalMoment,
  canonicalMonth,
  canonicalTime,
} from '../understanding/values/dates/canonical.ts'
import { normaliseEmail } from '../understanding/values/email.ts'
import { fileName } from '../understanding/values/file-name.ts'
import { isTwoNumbers } from '../understanding/values/decimal.ts'
import { moneyText, parseMoney } from '../understanding/values/money-text.ts'
import { hasTwoPlaces } from '../understanding/values/wanted-value.ts'

export type NormalisedArgument =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly problem: ArgumentProblem; readonly limit?: string }

/** Why a value does not do; each has a sentence in every locale (`invalid_<problem>`). */
export type ArgumentProblem =
  | 'empty'
  | 'not_a_number'
  | 'two_numbers'
  | 'not_a_choice'
  | 'not_yes_or_no'
  | 'format'
  | 'too_long'
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
  | 'file_type'
  | 'not_a_date'
  | 'not_a_month'
  | 'not_a_time'
  | 'not_a_moment'
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
 */
export function normaliseArgument(parameter: Parameter, raw: string): NormalisedArgument {
  if (parameter.kind === 'secret') return readRawSecret(raw)
  // It is read by `readStructured`, which can also ask for a member of it.
  if (parameter.kind === 'structured') return { kind: 'invalid', problem: 'structure' }
  const text = foldSpace(parameter.type === 'id' ? raw.replace(/^[\s#]+/u, '') : raw)
  if (text === '') return { kind: 'invalid', problem: 'empty' }
  const parsed = parseByType(parameter, text)
  if (parsed.kind === 'invalid') return parsed
  return parameter.type === 'money' ? checkAmount(parameter, parsed.value) : checkSchema(parameter, parsed.value)
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

function parseByType(parameter: Parameter, text: string): NormalisedArgument {
  switch (parameter.type) {
    case 'text':
    case 'id':
      return { kind: 'value', value: text }
    case 'phone':
      return parsePhone(parameter, text)
    case 'decimal':
      return hasTwoPlaces(parameter.schema) && isTwoNumbers(text)
        ? { kind: 'invalid', problem: 'two_numbers' }
        : parseNumber(text)
    case 'integer':
    case 'ordinal':
    case 'percent':
      return parseNumber(text)
    case 'email':
      return orInvalid(normaliseEmail(text), 'format')
    case 'file':
      // What is looked up has one root, from which its path counts with or without slashes around it.
      return orInvalid(fileName(parameter.entity === null ? text : text.replaceAll(/^\/+|\/+$/gu, '')), 'format')
    case 'date':
      return orInvalid(canonicalDate(text), 'not_a_date')
    case 'month':
      return orInvalid(canonicalMonth(text), 'not_a_month')
    case 'time':
      return orInvalid(canonicalTime(text), 'not_a_time')
    case 'datetime':
      return orInvalid(canonicalMoment(text), 'not_a_moment')
    case 'money':
      return parseAmount(parameter, text)
    case 'choice':
      return parseChoice(parameter, text)
    case 'boolean':
      return parseBoolean(text)
    default:
      return assertNever(parameter.type)
  }
}

/**
 * E.164. To find somebody who is known, the end of their number will do: its digits then, and the number that is found
 * takes their place.
 */
function parsePhone(parameter: Parameter, text: string): NormalisedArgument {
  const phone = normalisePhone(text)
  if (phone !== null) return { kind: 'value', value: phone }
  const digits =
    parameter.entity !== null && /^[\d\s().\-\u2010-\u2015\u2212/]+$/u.test(text) ? phoneDigits(text) : null
  return digits === null ? { kind: 'invalid', problem: 'format' } : { kind: 'value', value: digits }
}

function orInvalid(value: string | null, problem: ArgumentProblem): NormalisedArgument {
  return value === null ? { kind: 'invalid', problem } : { kind: 'value', value }
}

/** A bare amount is in the currency of the parameter; one without is asked for it. */
function parseAmount(parameter: Parameter, text: string): NormalisedArgument {
  const { currency } = parameter.schema
  const wanted = typeof currency === 'string' ? currency : null
  if (isTwoNumbers(text)) return { kind: 'invalid', problem: 'two_numbers' }
  const money = parseMoney(text) ?? (wanted === null ? null : parseMoney(moneyText(text, wanted) ?? ''))
  if (money === null) {
    return { kind: 'invalid', problem: wanted === null && /\d/u.test(text) ? 'no_currency' : 'not_a_number' }
  }
  if (wanted !== null && money.currency !== wanted) return { kind: 'invalid', problem: 'other_currency', limit: wanted }
  return { kind: 'value', value: `${money.amount} ${money.currency}` }
}

/** The schema of money is that of the amount. */
function checkAmount(parameter: Parameter, value: Json): NormalisedArgument {
  const checked = checkSchema(parameter, Number(parseMoney(jsonText(value))?.amount))
  return checked.kind === 'invalid' ? checked : { kind: 'value', value }
}

function parseBoolean(text: string): NormalisedArgument {
  if (/^(true|yes|1)$/iu.test(text)) return { kind: 'value', value: true }
  if (/^(false|no|0)$/iu.test(text)) return { kind: 'value', value: false }
  return { kind: 'invalid', problem: 'not_yes_or_no' }
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
