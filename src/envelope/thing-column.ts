import type { Json } from '../json.ts'

/** A column of the row that was found for the argument which names a thing: `order.currency`. */
export type ThingColumn = { readonly entity: string; readonly column: string }

/** The column that `<entity>.<column>` names; `null` when it names none. */
export function columnIn(text: Json | undefined): ThingColumn | null {
  const [, entity, column] = typeof text === 'string' ? (/^([a-z][a-z0-9-]*)\.(\w+)$/u.exec(text) ?? []) : []
  return entity === undefined || column === undefined ? null : { entity, column }
}
