/** Takes texts that nobody may see out of data, in the spellings that programs give to a text as well. */
import { shownSecret } from '../../envelope/secret-reference.ts'
import { isJsonObject, type Json } from '../../json.ts'

/** From what to what; applied in this order. */
export type Replacements = readonly (readonly [from: string, to: string])[]

/** Each of the texts, in all its spellings, to what people see in its place; the longest first. */
export function hiding(texts: readonly string[]): Replacements {
  return [...new Set(texts.flatMap(spellingsOf))]
    .toSorted((one, other) => other.length - one.length)
    .map((spelling) => [spelling, shownSecret] as const)
}

/** A text as it is, and as it stands in JSON, in an address, in a form and in an encoded header. */
function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const inAddress = encodeURIComponent(value.toWellFormed())
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    inAddress,
    new URLSearchParams({ '': value }).toString().slice(1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

/** The value with the replacements made in every text, key and number of it. */
export function replaceIn<Value extends Json>(value: Value, replacements: Replacements): Value {
  // Every part keeps its kind, but for a number that shows a secret: that becomes a text.
  return replaceJson(value, replacements) as Value
}

function replaceJson(value: Json, replacements: Replacements): Json {
  if (typeof value === 'string') return replaceText(value, replacements)
  if (typeof value === 'number') {
    const text = String(value)
    const replaced = replaceText(text, replacements)
    return replaced === text ? value : replaced
  }
  if (Array.isArray(value)) return value.map((each: Json) => replaceJson(each, replacements))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [replaceText(key, replacements), replaceJson(child, replacements)]),
  )
}

/** The text with the replacements made. */
export function replaceText(text: string, replacements: Replacements): string {
  return replacements.reduce((replaced, [from, to]) => replaced.replaceAll(from, () => to), text)
}
