import { howFarItCame } from '../../conversation/how-far-it-came.ts'
import type { SameBefore } from '../../conversation/lookup.ts'
import type { Executor } from '../../ledger/database.ts'
import { sameBefore, wasUndone } from '../../ledger/commands/same-by-another.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { undoingsOf } from './undoings-of.ts'

/** The newest time that somebody had a wish done before; what was taken back since counts as if it had never been. */
export async function findSameBefore(
  deps: Pick<TurnDeps, 'catalogue' | 'clock'>,
  db: Executor,
  { baseKey, withinMs }: { readonly baseKey: string; readonly withinMs: number },
): Promise<SameBefore | null> {
  const since = new Date(deps.clock().getTime() - withinMs)
  for (const { record, confirmedAt } of await sameBefore(db, { baseKey, since })) {
    const [undoing] = undoingsOf(deps, [record])
    if (undoing !== undefined && (await wasUndone(db, undoing))) continue
    const { commandId, ref, settledAt } = record
    return { commandId, ref, at: settledAt ?? confirmedAt.toISOString(), state: howFarItCame(record) }
  }
  return null
}
