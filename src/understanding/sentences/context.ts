import { isJsonObject, type Json, type JsonObject } from '../../json.ts'

/** What a block asks of one key of the context: a value, one of several, or `{ value, slot }`. */
type Requirement = { readonly value: Json; readonly slot: string | null }

/** Whether a value of the context, `undefined` when it is not there, is what a block requires. */
export function fitsRequired(required: Json, actual: Json | undefined, key: string): boolean {
  const wanted = requirementOf(required, key).value
  const value = valueOf(actual)
  if (wanted === null) return value !== null
  return same(value, wanted) || (Array.isArray(wanted) && wanted.some((one: Json) => same(value, one)))
}

/** Whether a value of the context is one that a block excludes; a key that is not there never is. */
export function isExcluded(excluded: Json, actual: Json | undefined, key: string): boolean {
  if (actual === undefined) return false
  const unwanted = requirementOf(excluded, key).value
  const value = valueOf(actual)
  return Array.isArray(unwanted) ? unwanted.some((one: Json) => same(value, one)) : same(value, unwanted)
}

/** Whether a whole context is one that a block takes. */
export function fitsContext(required: JsonObject, excluded: JsonObject, context: JsonObject): boolean {
  for (const key in required) if (!fitsRequired(required[key] ?? null, context[key], key)) return false
  for (const key in excluded) if (isExcluded(excluded[key] ?? null, context[key], key)) return false
  return true
}

/** The slots that a block copies from the context. */
export function slotsFromContext(required: JsonObject, context: JsonObject): Readonly<Record<string, ContextValue>> {
  const slots: Record<string, ContextValue> = {}
  for (const [key, requirement] of Object.entries(required)) {
    const { slot } = requirementOf(requirement, key)
    if (slot !== null) slots[slot] = contextValue(context[key])
  }
  return slots
}

type ContextValue = { readonly value: Json; readonly text: string; readonly metadata: JsonObject | null }

function contextValue(found: Json | undefined): ContextValue {
  if (!isJsonObject(found)) return { value: found ?? null, text: '', metadata: null }
  const { value, text, metadata } = found
  return {
    value: value ?? null,
    text: typeof text === 'string' ? text : '',
    metadata: isJsonObject(metadata) ? metadata : null,
  }
}

function requirementOf(required: Json, key: string): Requirement {
  if (!isJsonObject(required)) return { value: required, slot: null }
  const { value = null, slot } = required
  return { value, slot: typeof slot === 'string' && slot !== '' ? slot : slot === true ? key : null }
}

function valueOf(actual: Json | undefined): Json {
  return isJsonObject(actual) ? (actual['value'] ?? null) : (actual ?? null)
}

function same(one: Json, other: Json): boolean {
  return one === other || (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other))
}
