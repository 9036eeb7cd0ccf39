import { isJsonObject, type JsonObject } from '../../json.ts'
import type { CommandRecord } from '../lookup.ts'

/** The rows of the chain's last step; a step that does not return rows of objects has one row: its output. */
export function rowsOf({ outcome, lastStep }: Pick<CommandRecord, 'outcome' | 'lastStep'>): readonly JsonObject[] {
  const output = outcome?.outputs[lastStep]
  if (!isJsonObject(output)) return []
  const { rows } = output
  return Array.isArray(rows) && rows.every(isJsonObject) ? rows : [output]
}

/** Whether the last step had more rows than it returns. */
export function hasMoreRows({ outcome, lastStep }: Pick<CommandRecord, 'outcome' | 'lastStep'>): boolean {
  const output = outcome?.outputs[lastStep]
  return isJsonObject(output) && Array.isArray(output['rows']) && output['more'] === true
}
