import type { CommandRecord } from '../../conversation/lookup.ts'
import { keptUndoOf } from '../../conversation/things/undo-of.ts'
import type { Undoing } from '../../ledger/commands/issuance.ts'
import type { TurnDeps } from '../turn-deps.ts'

/**
 * The commands that would have taken back these executions: an undo moves the issuance even when its target is a different
 * one.
 */
export function undoingsOf(
  { catalogue }: Pick<TurnDeps, 'catalogue'>,
  executions: readonly CommandRecord[],
): readonly Undoing[] {
  return executions.flatMap((record) => {
    const undo = keptUndoOf({ catalogue }, record)
    if (undo === null || record.settledAt === null) return []
    const { name, intent, args, made } = undo
    const target = { entity: intent.entity, targetId: intent.target?.id ?? null }
    return [{ name, ...target, args, since: record.settledAt, made }]
  })
}
