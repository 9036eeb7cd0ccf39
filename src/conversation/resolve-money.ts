/** Sums that are in the currency of a thing: what that is, and so what a bare amount means, is known once the thing was found. */
import type { Parameter } from '../catalogue/catalogue.ts'
import { currencyColumnOf } from '../envelope/money-amount.ts'
import { normaliseArgument } from '../envelope/normalise-argument.ts'
import type { ThingColumn } from '../envelope/thing-column.ts'
import { isJsonObject, jsonText, type Json, type JsonObject } from '../json.ts'
import type { One } from './resolve-arguments.ts'

/** @param facts the rows that were found so far, by the entity that they are of. */
export function resolveMoney(parameter: Parameter, raw: string, facts: JsonObject): One {
  const column = currencyColumnOf(parameter)
  const found = column === null ? undefined : cellOf(column, facts)
  const currency = typeof found === 'string' && /^[A-Z]{3}$/u.test(found) ? found : null
  const normalised = normaliseArgument(parameter, raw, currency)
  if (normalised.kind === 'value') return normalised
  const { problem, limit = '' } = normalised
  if (problem !== 'other_currency' || column === null)
    return { kind: 'because', because: { kind: 'invalid', problem, limit } }
  const id = jsonText(cellOf({ ...column, column: 'id' }, facts) ?? null)
  return {
    kind: 'because',
    because: { kind: 'other-currency', currency: limit, thing: { entity: column.entity, id } },
  }
}

function cellOf({ entity, column }: ThingColumn, facts: JsonObject): Json | undefined {
  const row = facts[entity]
  return isJsonObject(row) ? row[column] : undefined
}
