import { isDeepStrictEqual } from 'node:util'
import { howFarItCame } from '../how-far-it-came.ts'
import type { CommandRecord } from '../lookup.ts'
import { keptUndoOf } from '../things/undo-of.ts'
import type { Context } from '../scene.ts'

/** How many are told of. */
export const mostChangesTold = 3

/** Those of several changes, the earliest first, that none of the later ones has taken back, without those that only took one back. */
export function standingChanges<Change extends { readonly record: CommandRecord }>(
  context: Pick<Context, 'catalogue'>,
  changes: readonly Change[],
): readonly Change[] {
  const gone = new Set<Change>()
  for (const [at, change] of changes.entries()) {
    if (gone.has(change)) continue
    const undo = keptUndoOf(context, change.record)
    const undoing =
      undo === null ? undefined : changes.slice(at + 1).find((each) => !gone.has(each) && isDoneBy(each.record, undo))
    if (undoing !== undefined) gone.add(change).add(undoing)
  }
  return changes.filter((change) => !gone.has(change))
}

/** Wholly: what stopped halfway leaves something of both. */
function isDoneBy(record: CommandRecord, undo: NonNullable<ReturnType<typeof keptUndoOf>>): boolean {
  const { name, intent, args } = record
  return (
    howFarItCame(record) === 'done' &&
    name === undo.name &&
    intent.entity === undo.intent.entity &&
    intent.target?.id === undo.intent.target?.id &&
    Object.entries(undo.args).every(([each, value]) => isDeepStrictEqual(args[each], value))
  )
}
