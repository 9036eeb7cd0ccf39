/** Replies on their way. Their bodies are encrypted; a token in one is blanked as soon as it is of no use. */
import { createHash } from 'node:crypto'
import type { OutboundReply } from '../../channel/channel.ts'
import type { Reply } from '../../channel/reply.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { commitsAsynchronously } from '../transact.ts'

/** What bodies are sealed for. */
export const outboxPurpose = 'outbox'

type Address = {
  readonly account: string
  readonly chatId: string
  readonly recipientId: string
  readonly replyTo: string | null
}

/** A reply's id: the same for the same cause, so that repeating a turn does not say things twice. */
export function replyIdOf(cause: string, ordinal: number): string {
  return `S${createHash('sha256').update(`${cause}#${ordinal}`).digest('hex').slice(0, 21).toUpperCase()}`
}

/** The id of the one message that shows how far a command has got; later progress edits it. */
export function progressIdOf(commandId: string): string {
  return replyIdOf(`progress/${commandId}`, 0)
}

/** Whether a reply with this id was put on its way. */
export async function isEnqueued(db: Executor, id: string): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * Puts a reply on its way, unless it is already.
 * @returns whether it was not
 * @param options.edits the reply that this one replaces; an earlier edit of the same reply that has not left yet never will
 */
export async function enqueueReply(
  db: Executor,
  secrets: Secrets,
  {
    id,
    address,
    reply,
    edits = null,
    now,
  }: { id: string; address: Address; reply: Reply; edits?: string | null; now: Date },
): Promise<boolean> {
  if (edits !== null)
    await db
      .updateTable('outbox')
      .set({ sent_at: now })
      .where('edits', '=', edits)
      .where('sent_at', 'is', null)
      .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('outbox')
    .values({
      id,
      account: address.account,
      chat_id: address.chatId,
      recipient_id: address.recipientId,
      reply_to: address.replyTo,
      edits,
      about: reply.about,
      body: secrets.seal(outboxPurpose, id, JSON.stringify(reply)),
      command_id: reply.command?.id ?? null,
      has_token: reply.confirm?.method === 'token',
      created_at: now,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A reply that waits to be sent, the chat that it is for, and when it was said. */
export type WaitingReply = { readonly chatId: string; readonly outbound: OutboundReply; readonly saidAt: Date }

/**
 * The replies of an account that wait to be sent, oldest first, with the chats that they are for.
 * @param options.except replies to leave out, and chats to leave out with all their replies
 */
export async function waitingReplies(
  db: Executor,
  secrets: Secrets,
  {
    account,
    limit,
    except,
  }: {
    readonly account: string
    readonly limit: number
    readonly except: { readonly replies: readonly string[]; readonly chats: readonly string[] }
  },
): Promise<readonly WaitingReply[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('chats', 'chats.id', 'outbox.chat_id')
    .innerJoin('identities', 'identities.id', 'outbox.recipient_id')
    .select(['outbox.id', 'outbox.chat_id', 'outbox.reply_to', 'outbox.edits', 'outbox.body', 'outbox.created_at'])
    .select(['chats.kind', 'chats.external', 'identities.value'])
    .where('outbox.account', '=', account)
    .where('sent_at', 'is', null)
    .$if(except.replies.length > 0, (query) => query.where('outbox.id', 'not in', [...except.replies]))
    .$if(except.chats.length > 0, (query) => query.where('outbox.chat_id', 'not in', [...except.chats]))
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    chatId: row.chat_id,
    saidAt: row.created_at,
    outbound: {
      id: row.id,
      to: row.value,
      group: groupOf(row),
      replyTo: row.reply_to,
      ...(row.edits === null ? {} : { edits: row.edits }),
      // Sealed by `enqueueReply` alone.
      reply: JSON.parse(secrets.open(outboxPurpose, row.id, row.body)) as Reply,
    },
  }))
}

/** A reply of ours in this chat, as it was said, the message that it answered, and the identity that it was for; `null` when there is none of that id. */
export async function findReply(
  db: Executor,
  secrets: Secrets,
  chatId: string,
  replyId: string,
): Promise<{ readonly reply: Reply; readonly replyTo: string | null; readonly recipientId: string } | null> {
  const row = await db
    .selectFrom('outbox')
    .select(['body', 'recipient_id', 'reply_to'])
    .where('id', '=', replyId)
    .where('chat_id', '=', chatId)
    .executeTakeFirst()
  if (row === undefined) return null
  // Sealed by `enqueueReply` alone.
  const reply = JSON.parse(secrets.open(outboxPurpose, replyId, row.body)) as Reply
  return { reply, replyTo: row.reply_to, recipientId: row.recipient_id }
}

/** A reply, what it replaces and the group that it is for, if it is for one, as they are kept now; `null` when none has this id. */
export async function replyWithId(
  db: Executor,
  secrets: Secrets,
  replyId: string,
): Promise<{ readonly reply: Reply; readonly edits: string | null; readonly group: string | null } | null> {
  const row = await db
    .selectFrom('outbox')
    .innerJoin('chats', 'chats.id', 'outbox.chat_id')
    .select(['body', 'edits', 'chats.kind', 'chats.external'])
    .where('outbox.id', '=', replyId)
    .executeTakeFirst()
  if (row === undefined) return null
  // Sealed by `enqueueReply` alone.
  const reply = JSON.parse(secrets.open(outboxPurpose, replyId, row.body)) as Reply
  return { reply, edits: row.edits, group: groupOf(row) }
}

/**
 * Notes that a reply waits no longer: it has left, or never will. If Postgres dies and loses the note, the reply leaves again under
 * the same id.
 */
export async function markOver(db: Executor, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .from(commitsAsynchronously.as('commit'))
    .set({ sent_at: now })
    .where('id', '=', id)
    .execute()
}

/** What somebody was told, oldest first, without previews whose token is still good. */
export async function repliesTo(
  db: Executor,
  secrets: Secrets,
  { recipients, limit }: { readonly recipients: readonly string[]; readonly limit: number },
): Promise<readonly { readonly at: string; readonly about: string; readonly text: string }[]> {
  if (recipients.length === 0) return []
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'body', 'about', 'created_at'])
    .where('recipient_id', 'in', recipients)
    .where('has_token', '=', false)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ id, body, about, created_at: at }) => ({
    at: at.toISOString(),
    about,
    text: (JSON.parse(secrets.open(outboxPurpose, id, body)) as Reply).text,
  }))
}

function groupOf({ kind, external }: { readonly kind: string; readonly external: string }): string | null {
  return kind === 'group' ? external : null
}
