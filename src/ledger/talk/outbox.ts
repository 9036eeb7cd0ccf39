/** Replies on their way. Their bodies are encrypted; a token in one is blanked as soon as it is of no use. */
import { createHash } from 'node:crypto'
import type { OutboundReply } from '../../channel/channel.ts'
import type { Reply } from '../../channel/reply.ts'
import { struck as blank } from '../../envelope/struck.ts'
import type { Json } from '../../json.ts'
import type { Executor } from '../database.ts'
import { isMentioned, type Mention } from '../people/mentions.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { commitsAsynchronously } from '../transact.ts'

const purpose = 'outbox'

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
      body: secrets.seal(purpose, id, JSON.stringify(reply)),
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
      reply: JSON.parse(secrets.open(purpose, row.id, row.body)) as Reply,
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
  const reply = JSON.parse(secrets.open(purpose, replyId, row.body)) as Reply
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
  const reply = JSON.parse(secrets.open(purpose, replyId, row.body)) as Reply
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

/** Removes the token from what was said, once its command has left `accepted`. */
export async function blankTokens(db: Executor, secrets: Secrets, commandId: string): Promise<void> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'body'])
    .where('command_id', '=', commandId)
    .where('has_token', '=', true)
    .execute()
  for (const { id, body } of rows) {
    const reply = JSON.parse(secrets.open(purpose, id, body)) as Reply
    const expect = reply.confirm?.expect
    const blanked =
      expect === undefined || reply.confirm === undefined
        ? reply
        : { ...reply, text: reply.text.replaceAll(expect, blank), confirm: { ...reply.confirm, expect: blank } }
    await db
      .updateTable('outbox')
      .set({ body: secrets.seal(purpose, id, JSON.stringify(blanked)), has_token: false })
      .where('id', '=', id)
      .execute()
  }
}

/** Which replies: all that were sent to these identities, or all about these commands. */
type ReplyFilter = { readonly recipients: readonly string[] } | { readonly commands: readonly string[] }

/** Removes the words of replies for good; one that has not left yet never will. */
export async function blankReplies(db: Executor, secrets: Secrets, filter: ReplyFilter, now: Date): Promise<void> {
  const [column, ids] =
    'recipients' in filter ? (['recipient_id', filter.recipients] as const) : (['command_id', filter.commands] as const)
  if (ids.length === 0) return
  const rows = await db.selectFrom('outbox').select(['id', 'about', 'sent_at']).where(column, 'in', ids).execute()
  for (const row of rows) await blankReply(db, secrets, row, now)
}

/** How many replies are opened at a time when looking for a name. */
const searchedAtOnce = 500

/**
 * The same for every reply that names somebody, whoever received it: a notice that they were locked out, a list of people.
 * @param mentionIn what names them in a reply about this command; `null`: nothing does
 */
export async function blankMentions(
  db: Executor,
  secrets: Secrets,
  mentionIn: (commandId: string | null) => Mention | null,
  now: Date,
): Promise<void> {
  for (let after = '0'; ;) {
    const rows = await db
      .selectFrom('outbox')
      .select(['seq', 'id', 'about', 'body', 'sent_at', 'command_id'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(searchedAtOnce)
      .execute()
    for (const row of rows) {
      const mention = mentionIn(row.command_id)
      if (mention !== null && isMentioned(mention, saidIn(secrets, row))) await blankReply(db, secrets, row, now)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < searchedAtOnce) return
    after = last.seq
  }
}

/** The same for the replies about one command alone. */
export async function blankMentionsIn(
  db: Executor,
  secrets: Secrets,
  { commandId, mention }: { readonly commandId: string; readonly mention: Mention },
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'about', 'body', 'sent_at'])
    .where('command_id', '=', commandId)
    .execute()
  for (const row of rows) if (isMentioned(mention, saidIn(secrets, row))) await blankReply(db, secrets, row, now)
}

/** Sealed by `enqueueReply` alone, from JSON. */
function saidIn(secrets: Secrets, { id, body }: { readonly id: string; readonly body: Buffer }): Json {
  return JSON.parse(secrets.open(purpose, id, body)) as Json
}

async function blankReply(
  db: Executor,
  secrets: Secrets,
  { id, about, sent_at: sentAt }: { readonly id: string; readonly about: string; readonly sent_at: Date | null },
  now: Date,
): Promise<void> {
  const body = secrets.seal(purpose, id, JSON.stringify({ about, text: blank }))
  await db
    .updateTable('outbox')
    .set({ body, has_token: false, sent_at: sentAt ?? now })
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
    text: (JSON.parse(secrets.open(purpose, id, body)) as Reply).text,
  }))
}

function groupOf({ kind, external }: { readonly kind: string; readonly external: string }): string | null {
  return kind === 'group' ? external : null
}
