import type { ConversationEvent, MessageFacts } from '../../conversation/event.ts'
import type { Session } from '../../conversation/session.ts'
import type { Executor } from '../../ledger/database.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { reactionBefore } from '../../ledger/talk/overtaken-words.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { quotedBy } from './quoted-by.ts'
import { reactionMark } from './reaction-mark.ts'

/**
 * A thumb or a mark (👍 ✅, 👎 ❌) on the open preview is a yes or a no; on one that counts no longer it is told so, and a 👎 on what was
 * confirmed what came of it. A 👎 on the open question drops it. On anything else it is only a thumb, as a 👍 is on what was done.
 */
export async function readReaction(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  { to, emoji }: { readonly to: string; readonly emoji: string },
  session: Session,
  message: MessageFacts,
): Promise<ConversationEvent | null> {
  const { isOurs: _ours, asks, ...quotes } = await quotedBy(deps, db, row, to)
  const { quotedCommand, quotedFor, quoted: [record] = [] } = quotes
  if (quotedFor !== undefined) return null
  if (emoji === '') return takenBack(deps, db, row, to)
  const given = { ...message, ...quotes }
  const isOpen = session.pending?.commandId === quotedCommand
  const mark = reactionMark(emoji)
  const isAsked = asks !== null && session.question?.draft.origin.messageIds.includes(asks) === true
  // No text is meant by it, as by a "no" that is written.
  if (mark === 'no' && isAsked) return { kind: 'reading', reading: { kind: 'drop' }, message: given }
  if (quotedCommand === null) return null
  if (mark === 'yes' && (isOpen || record?.status === 'rejected'))
    return { kind: 'reading', reading: { kind: 'yes' }, message: given }
  if (mark === 'no' && (isOpen || record !== undefined))
    return { kind: 'reading', reading: { kind: 'no' }, message: given }
  return null
}

/** A thumb that said yes and is taken back may be meant to stop what it confirmed; of any other nothing came. */
async function takenBack(deps: TurnDeps, db: Executor, row: LaneRow, to: string): Promise<ConversationEvent | null> {
  const before = await reactionBefore(db, deps.secrets, row, to)
  if (before === null || reactionMark(before.emoji) !== 'yes') return null
  return { kind: 'withdrawn', messageId: before.messageId, how: 'unreacted' }
}
