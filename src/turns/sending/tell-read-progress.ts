import { randomUUID } from 'node:crypto'
import { localeOf } from '../../conversation/render/locale-of.ts'
import { renderProgress } from '../../conversation/render/render-progress.ts'
import { createProgressTeller, type Progress, type ProgressTeller } from '../../execution/run/tell-progress.ts'
import { findRecords } from '../../ledger/commands/envelopes.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { findPerson } from '../../ledger/people/people.ts'
import { sendReplies } from './send-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'

/**
 * Reports the progress of a read that takes its time: the bot that runs it says so at once, since its lane waits until this
 * very turn is over.
 */
export function tellReadProgress(
  deps: TurnDeps,
  row: LaneRow,
  { commandId, total }: { readonly commandId: string; readonly total: number },
): ProgressTeller {
  return createProgressTeller({
    total,
    tell: (progress) => say(deps, row, commandId, progress),
    onTrouble: (error) =>
      deps.log.warn({ event: 'progress.failed', commandId, err: error }, 'the progress could not be told'),
  })
}

async function say(deps: TurnDeps, row: LaneRow, commandId: string, progress: Progress): Promise<void> {
  const { catalogue } = deps
  await deps.db.transaction().execute(async (db) => {
    const person = await findPerson(db, deps, row.senderId)
    const [record] = await findRecords(db, { commandId })
    if (person === null || record?.status !== 'accepted') return
    const reply = renderProgress({ catalogue, locale: localeOf(catalogue, person) }, record, progress)
    // A random cause: should the turn be repeated, what it reports then is something new.
    await sendReplies(deps, db, row, { cause: `progress/${randomUUID()}`, replies: [reply] })
  })
  deps.onSaid()
}
