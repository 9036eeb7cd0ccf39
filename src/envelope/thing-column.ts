import { isJsonObject, type Json, type JsonObject } from '../json.ts'

/** A column of the row that was found for the argument which names a thing: `order.currency`. */
export type ThingColumn = { readonly entity: string; readonly column: string }

/** How such a column is written, as a regular expression that holds both parts. */
export const thingColumnPattern = '^([a-z][a-z0-9-]*)\\.(\\w+)$'

const thingColumn = new RegExp(thingColumnPattern, 'u')

/** The column that `<entity>.<column>` names; `null` when it names none. */
export function columnIn(text: Json | undefined): ThingColumn | null {
  const [, entity, column] = typeof text === 'string' ? (thingColumn.exec(text) ?? []) : []
  return entity === undefined || column === undefined ? null : { entity, column }
}

/** What stands there of the thing that was found. @param facts the rows that were found, by the entity that they are of */
export function cellOf({ entity, column }: ThingColumn, facts: JsonObject): Json | undefined {
  const row = facts[entity]
  return isJsonObject(row) ? row[column] : undefined
}
