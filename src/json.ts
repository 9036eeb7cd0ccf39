/** Plain JSON data, as it travels through envelopes, journals and jobs. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** Whether a value is an object: not a list, and not nothing. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same of what is known to be JSON. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isObject(value)
}

/** Whether more than `levels` objects and lists stand in each other: walking through such a value would run out of stack. */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each: Json) => isDeeperThan(each, levels - 1))
}

/** A value as text: a string as it is, everything else in JSON. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
