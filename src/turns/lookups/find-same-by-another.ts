import type { Lookup, SameByAnother } from '../../conversation/lookup.ts'
import { howFarItCame } from '../../conversation/how-far-it-came.ts'
import type { Executor } from '../../ledger/database.ts'
import { sameByOthers, wasUndone } from '../../ledger/commands/same-by-another.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { undoingsOf } from './undoings-of.ts'

/** The newest that others had done of the same; what was taken back since counts as if it had never been. */
export async function findSameByAnother(
  deps: Pick<TurnDeps, 'catalogue' | 'clock'>,
  db: Executor,
  personId: string,
  { name, target, args, withinMs }: Extract<Lookup, { kind: 'same-by-another' }>,
): Promise<SameByAnother | null> {
  const since = new Date(deps.clock().getTime() - withinMs)
  for (const { record, who, confirmedAt } of await sameByOthers(db, { personId, name, target, args, since })) {
    const [undoing] = undoingsOf(deps, [record])
    if (undoing !== undefined && (await wasUndone(db, undoing))) continue
    const at = record.settledAt ?? confirmedAt.toISOString()
    return { commandId: record.commandId, who, at, state: howFarItCame(record) }
  }
  return null
}
