import type { Json, JsonObject } from '../json.ts'
import type { CommandRecord } from './lookup.ts'

/** The rows of the chain's last step; a step of another kind has one row: its output. */
export function rowsOf({ outcome, lastStep }: Pick<CommandRecord, 'outcome' | 'lastStep'>): readonly JsonObject[] {
  const output: Json | undefined = outcome?.outputs[lastStep]
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return []
  const rows = (output as JsonObject)['rows']
  return Array.isArray(rows) ? (rows as readonly JsonObject[]) : [output as JsonObject]
}
