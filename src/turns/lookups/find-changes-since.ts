import type { ChangeSince } from '../../conversation/lookup.ts'
import { mostChangesTold, standingChanges } from '../../conversation/previews/standing-changes.ts'
import type { Executor } from '../../ledger/database.ts'
import { findRecords } from '../../ledger/commands/envelopes.ts'
import { laterChanges } from '../../ledger/commands/later-changes.ts'
import { wasUndone } from '../../ledger/commands/same-by-another.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { undoingsOf } from './undoings-of.ts'

/** The newest of what was done, and stands, with the thing that the undo of a command would change. */
export async function findChangesSince(
  deps: Pick<TurnDeps, 'catalogue'>,
  db: Executor,
  personId: string,
  commandId: string,
): Promise<readonly ChangeSince[]> {
  const [undoing] = undoingsOf(deps, await findRecords(db, { commandId }))
  if (undoing === undefined || undoing.targetId === null) return []
  const { entity, targetId, since } = undoing
  const changes = await laterChanges(db, { personId, commandId, entity, targetId, since })
  const told: ChangeSince[] = []
  for (const change of standingChanges(deps, changes).toReversed()) {
    if (told.length === mostChangesTold) break
    // By a command about another thing: a note that was removed.
    const [takenBack] = undoingsOf(deps, [change.record])
    if (takenBack === undefined || !(await wasUndone(db, takenBack))) told.push(change)
  }
  return told
}
