import type { Parameter } from '../catalogue/catalogue.ts'
import { columnIn, type ThingColumn } from './thing-column.ts'

/** Of a moment: the column that says on which day a time alone is, of the thing that another argument names. */
export function dayColumnOf({ type, schema }: Pick<Parameter, 'type' | 'schema'>): ThingColumn | null {
  return type === 'datetime' ? columnIn(schema['dayOf']) : null
}
