/** Plain JSON data, as it travels through envelopes, journals and jobs. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** A value as text: a string as it is, everything else in JSON. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
