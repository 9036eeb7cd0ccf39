import type { Json } from './json.ts'

/**
 * Postgres stores no NUL and no half of a surrogate pair in JSON. A journal that could not store a result would leave
 * the run undecided for ever.
 */

/** Whether every text in a value can be stored. */
export function isStorable(value: Json): boolean {
  if (typeof value === 'string') return storableText(value) === value
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, child]) => storableText(key) === key && isStorable(child))
}

/** The value with a replacement character wherever it could not be stored. */
export function toStorable(value: Json): Json {
  if (isStorable(value)) return value
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (isArray(value)) return value.map(toStorable)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [storableText(key), toStorable(child)]))
}

/** The same for one text. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
