import type { OutboundReply } from '../../channel/channel.ts'
import type { Reply } from '../../channel/reply.ts'
import type { Executor } from '../../ledger/database.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { isVoiceNote } from '../../ledger/talk/message-contents.ts'
import { enqueueReply, isEnqueued, progressIdOf, replyIdOf } from '../../ledger/talk/outbox.ts'
import { spokenCopy } from './spoken-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'

/**
 * Puts what a turn says into the outbox, under ids that follow from its cause, so that repeating the turn says nothing
 * twice. The progress of a command is one message, which is edited, and which an outcome may replace.
 * @param options.answers the message to quote: by default the row's own; an outcome, or what somebody else says about it,
 *   quotes the request
 * @returns the replies as they leave; none, when some were said before, or take the place of others
 */
export async function sendReplies(
  {
    secrets,
    clock,
    speaks = false,
    tracer,
  }: Pick<TurnDeps, 'secrets' | 'clock' | 'speaks'> & Partial<Pick<TurnDeps, 'tracer'>>,
  db: Executor,
  row: LaneRow,
  {
    cause,
    replies,
    answers,
  }: { readonly cause: string; readonly replies: readonly Reply[]; readonly answers?: string | null },
): Promise<readonly OutboundReply[]> {
  const replyTo = answers ?? (row.kind === 'message' ? row.messageId : null)
  const address = { account: row.account, chatId: row.chatId, recipientId: row.senderId, replyTo }
  const isSpoken = speaks && replyTo !== null && (await isVoiceNote(db, row, replyTo))
  const group = row.chatKind === 'group' ? row.external : null
  const said: OutboundReply[] = []
  let areNew = true
  const enqueue = async (place: { readonly id: string; readonly edits: string | null }, reply: Reply) => {
    const isNew = await enqueueReply(db, secrets, { ...place, address, reply, now: clock() })
    areNew &&= isNew && place.edits === null
    said.push({ id: place.id, to: row.from, group, replyTo, reply, isNew: true })
  }
  for (const [ordinal, reply] of replies.entries()) {
    const id = replyIdOf(`${row.chatId}/${row.seq}/${cause}`, ordinal)
    await enqueue(await placeOf(db, id, reply), reply)
    tracer?.keep(replyTraceName(id))
    const copy = isSpoken ? spokenCopy(reply) : null
    if (copy !== null) await enqueue({ id: replyIdOf(`${id}/spoken`, 0), edits: null }, copy)
  }
  return areNew ? said : []
}

/** The name under which the turn that said something is remembered until that is sent. */
export function replyTraceName(id: string): string {
  return `reply ${id}`
}

async function placeOf(db: Executor, id: string, reply: Reply): Promise<{ id: string; edits: string | null }> {
  const replaces = reply.about === 'progress' || reply.replaces === 'progress'
  if (!replaces || reply.command === undefined) return { id, edits: null }
  const first = progressIdOf(reply.command.id)
  if (await isEnqueued(db, first)) return { id, edits: first }
  return { id: reply.about === 'progress' ? first : id, edits: null }
}
