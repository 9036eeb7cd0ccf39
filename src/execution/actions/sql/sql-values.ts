import { types, type CustomTypesConfig } from 'pg'
import type { Json } from '../../../json.ts'

/**
 * How values from Postgres become JSON without losing anything: numbers that JavaScript cannot hold stay text, as do
 * dates without a zone, which belong to no moment.
 */

const asNumber = (text: string): Json => (Number.isFinite(Number(text)) ? Number(text) : text)
const asJson = (text: string): Json => JSON.parse(text) as Json
const asLocalTime = (text: string): Json => text.replace(' ', 'T')

function asMoment(text: string): Json {
  // "infinity" and years before our era have no ISO form.
  const time = /^\d{4}-/.test(text) && !text.endsWith('BC') ? Date.parse(normaliseOffset(text)) : Number.NaN
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}

/** `2026-01-31 10:00:00+02` → `2026-01-31T10:00:00+02:00` */
function normaliseOffset(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
}

const { builtins } = types

const converters: ReadonlyMap<number, (text: string) => Json> = new Map([
  [builtins.BOOL, (text) => text === 't'],
  [builtins.INT2, asNumber],
  [builtins.INT4, asNumber],
  [builtins.OID, asNumber],
  [builtins.FLOAT4, asNumber],
  [builtins.FLOAT8, asNumber],
  [builtins.JSON, asJson],
  [builtins.JSONB, asJson],
  [builtins.TIMESTAMP, asLocalTime],
  [builtins.TIMESTAMPTZ, asMoment],
])

/** Arrays of these types (bool, int2, int4, text, varchar, uuid; numeric and int8 as text) become arrays. */
const arrays: ReadonlyMap<number, (text: string) => unknown> = new Map(
  [1000, 1005, 1007, 1009, 1015, 2951, 1231, 1016].map((oid) => [oid, arrayParser(oid)]),
)

function arrayParser(oid: number): (text: string) => unknown {
  const numbersBeyondJavaScript = oid === 1231 || oid === 1016
  // The driver's parser of text[] takes any array apart; its typings know no array types.
  return types.getTypeParser(numbersBeyondJavaScript ? 1009 : oid) as (text: string) => unknown
}

/** For the `types` of a query: what has no converter stays the text that Postgres writes. */
export const jsonTypes: CustomTypesConfig = {
  // The driver's signature is overloaded by format; only text is asked for here.
  getTypeParser: ((oid: number) =>
    arrays.get(oid) ?? converters.get(oid) ?? ((text: string) => text)) as CustomTypesConfig['getTypeParser'],
}
