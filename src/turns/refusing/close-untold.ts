import type { Executor } from '../../ledger/database.ts'
import { loadEnvelope } from '../../ledger/commands/envelopes.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { loadSession, saveSession } from '../../ledger/talk/sessions.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { reject } from '../write-decisions.ts'

/**
 * The end of a command, or of the time to confirm it, that the conversation does not take: it may be told to nobody, or its turn always
 * breaks. It is over all the same, and nothing is left that waits for it.
 */
export async function closeUntold(
  deps: Pick<TurnDeps, 'secrets' | 'clock' | 'log'>,
  db: Executor,
  row: LaneRow,
): Promise<void> {
  if (row.kind === 'expiry') await expire(deps, db, row)
  if (row.kind === 'expiry' || row.kind === 'outcome') await closeSession(deps, db, row)
}

/** Nobody can confirm it any more, and nothing else would ever end it. */
async function expire(
  deps: Pick<TurnDeps, 'secrets' | 'clock'>,
  db: Executor,
  { chatId, messageId }: LaneRow,
): Promise<void> {
  const stored = await loadEnvelope(db, messageId)
  if (stored?.status !== 'accepted') return
  const context = { chatId, personId: stored.envelope.actor.user_id, messageId: null }
  await reject(deps, db, context, messageId, 'accepted', 'expired')
}

async function closeSession(
  deps: Pick<TurnDeps, 'secrets' | 'clock' | 'log'>,
  db: Executor,
  { chatId, senderId, messageId }: LaneRow,
): Promise<void> {
  const lane = { chatId, identityId: senderId }
  const session = await loadSession(db, deps, lane)
  const { pending, awaited, running } = session
  const closed = {
    ...session,
    pending: pending?.commandId === messageId ? null : pending,
    awaited: awaited === messageId ? null : awaited,
    running: running === messageId ? null : running,
  }
  await saveSession(db, deps.secrets, lane, closed, deps.clock())
}
