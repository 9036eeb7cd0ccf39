/**
 * Which facts a condition compares as numbers. SQL tells a `numeric` as a text, so that no digit of it is lost; a limit that is a text
 * would otherwise be kept by nothing, and what a text is asked to be at least would never be missed.
 */
import { isJsonObject, type Json, type JsonObject } from '../../json.ts'

const limits: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
])
const decimal = /^-?\d{1,15}(?:\.\d+)?$/u

/** The facts, with a number in place of each text that the schema compares as one and that is one. */
export function withNumbers(schema: JsonObject, facts: JsonObject): JsonObject {
  const compared = new Set(comparedIn(schema, ''))
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, numbered(fact, name)]))

  function numbered(fact: Json, name: string): Json {
    if (!isJsonObject(fact)) return fact
    return Object.fromEntries(
      Object.entries(fact).map(([column, value]) => {
        const isNumber = typeof value === 'string' && decimal.test(value)
        return [column, isNumber && compared.has(`/facts/${name}/${column}`) ? Number(value) : value]
      }),
    )
  }
}

/** `/facts/item/quantity` of what has a limit, and of what is one. */
function comparedIn(schema: Json, at: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => comparedIn(each, at))
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([key, below]) => {
    if (limits.has(key)) return [at, ...limitOf(below)]
    if (key !== 'properties' || !isJsonObject(below)) return comparedIn(below, at)
    return Object.entries(below).flatMap(([name, each]) => comparedIn(each, `${at}/${name}`))
  })
}

function limitOf(limit: Json): readonly string[] {
  const pointer = isJsonObject(limit) ? limit['$data'] : undefined
  return typeof pointer === 'string' ? [pointer] : []
}
