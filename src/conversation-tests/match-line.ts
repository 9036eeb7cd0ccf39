/** Whether a line of the scripting door looks as a conversation wants it. */
import { UserError } from '../errors.ts'
import { jsonText, type Json, type JsonObject } from '../json.ts'
import type { DoorLine, Wanted } from './conversation.ts'

/** What was captured, by name. */
export type Known = ReadonlyMap<string, Json>

/**
 * Every field must look as wanted: `/…/flags` is a regular expression, a list must contain each wanted item in any order, an object
 * may have more fields, anything else must be equal. Of `text` each part must be contained, in any case.
 * @throws UserError `usage` when it names what was never captured
 */
export function matchesLine({ fields }: Wanted, line: DoorLine, known: Known): boolean {
  return Object.entries(fields).every(([field, want]) => {
    const filled = fillNames(want, known)
    if (field !== 'text') return looksLike(filled, line[field])
    const text = typeof line['text'] === 'string' ? line['text'] : ''
    return [filled].flat().every((part) => containsText(text, jsonText(part)))
  })
}

/** Puts what was captured in the place of `{name}`, in every text of a value. */
export function fillNames(value: Json, known: Known): Json {
  if (typeof value === 'string') {
    return value.replaceAll(/\{([a-z]\w*)\}/gu, (whole, name: string) => {
      const found = known.get(name)
      if (found === undefined) throw new UserError('usage', `nothing was captured as ${whole}`)
      return jsonText(found)
    })
  }
  if (Array.isArray(value)) return value.map((item: Json) => fillNames(item, known))
  return isObject(value) ? fillFields(value, known) : value
}

/** The same in every field. */
export function fillFields(fields: JsonObject, known: Known): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, fillNames(each, known)]))
}

/** Whether a text has such a part, in any case, or fits a `/…/flags`; a blank in it is any blank, such as that of "R$ 50,00". */
export function containsText(text: string, part: string): boolean {
  const expression = expressionOf(part)
  const plain = withPlainBlanks(text)
  return expression === null
    ? plain.toLowerCase().includes(withPlainBlanks(part).toLowerCase())
    : expression.test(text) || expression.test(plain)
}

/** Amounts and times are written with blanks at which no line ends, which nobody can tell from others. */
function withPlainBlanks(text: string): string {
  return text.replaceAll(/[\u00A0\u202F]/gu, ' ')
}

/** What is at `confirm.expect` of a line. */
export function valueAt(line: DoorLine, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((value, key) => memberOf(value, key), line)
}

/** The expression that `/…/flags` stands for; `null` when a text is no such thing. @throws SyntaxError */
export function expressionOf(text: string): RegExp | null {
  const [, body, flags] = /^\/(.*)\/([a-z]*)$/su.exec(text) ?? []
  return body === undefined ? null : new RegExp(body, flags)
}

function looksLike(want: Json, got: Json | undefined): boolean {
  if (Array.isArray(want))
    return Array.isArray(got) && want.every((item: Json) => got.some((other: Json) => looksLike(item, other)))
  if (isObject(want))
    return isObject(got) && Object.entries(want).every(([key, each]) => looksLike(each, memberOf(got, key)))
  if (typeof want === 'string' && expressionOf(want) !== null) return containsText(jsonText(got ?? ''), want)
  return got !== undefined && withPlainBlanks(jsonText(want)) === withPlainBlanks(jsonText(got))
}

/** An array counts: its items are found by their places. */
function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (!isObject(value)) return undefined
  return Object.hasOwn(value, key) ? value[key] : undefined
}
