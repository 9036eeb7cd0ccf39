import type { Reply } from '../channel/reply.ts'
import type { Executor } from '../ledger/database.ts'
import type { LaneRow } from '../ledger/inbox.ts'
import { enqueueReply, isEnqueued, progressIdOf, replyIdOf } from '../ledger/outbox.ts'
import type { TurnDeps } from './turn-deps.ts'

/**
 * Puts what a turn says into the outbox, under ids that follow from its cause: doing the turn over says nothing twice. The
 * progress of a command is one message, which is edited.
 * @param options.answers the message that is quoted; by default the row's own, and an outcome quotes the request
 */
export async function sendReplies(
  { secrets, clock }: Pick<TurnDeps, 'secrets' | 'clock'>,
  db: Executor,
  row: LaneRow,
  {
    cause,
    replies,
    answers,
  }: { readonly cause: string; readonly replies: readonly Reply[]; readonly answers?: string | null },
): Promise<void> {
  const replyTo = answers ?? (row.kind === 'message' ? row.messageId : null)
  const address = { account: row.account, chatId: row.chatId, recipientId: row.senderId, replyTo }
  for (const [ordinal, reply] of replies.entries()) {
    const id = replyIdOf(`${row.chatId}/${row.seq}/${cause}`, ordinal)
    await enqueueReply(db, secrets, { ...(await placeOf(db, id, reply)), address, reply, now: clock() })
  }
}

async function placeOf(db: Executor, id: string, reply: Reply): Promise<{ id: string; edits: string | null }> {
  if (reply.about !== 'progress' || reply.command === undefined) return { id, edits: null }
  const first = progressIdOf(reply.command.id)
  return (await isEnqueued(db, first)) ? { id, edits: first } : { id: first, edits: null }
}
