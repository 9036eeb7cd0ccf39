/**
 * Every message is admitted here before anything else happens to it: one row, unique on account, chat, sender and message
 * id, once chat and sender have been mapped to our own ids. Outcomes and expiries enter the same lane.
 */
import { sql, type Compilable, type CompiledQuery } from 'kysely'
import type { ChannelName, Message, MessageContent } from '../../channel/message.ts'
import { toStorable } from '../../storable.ts'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { codeOfEvent, codeOfMessage, codeWhenOver, senderKindOf } from './vouched-inbox.ts'

/** Whether a message is new here, was begun but not finished, or is done. */
export type Admission = {
  readonly kind: 'new' | 'unfinished' | 'finished'
  readonly chatId: string
  /** The row that now waits in its lane, when the message is new. */
  readonly row: LaneRow | null
}

/** Something that waits in a chat's lane. */
export type LaneRow = {
  readonly seq: string
  readonly kind: 'message' | 'outcome' | 'expiry' | 'progress' | 'settled' | 'asked' | 'recalled' | 'answered'
  readonly account: string
  readonly channel: ChannelName
  readonly chatId: string
  readonly chatKind: 'private' | 'group'
  /** What the channel calls the chat: a group, or whoever it is with. */
  readonly external: string
  readonly senderId: string
  /** What the channel calls the sender; see `Message`. */
  readonly from: string
  /**
   * The channel's message id, or the command id for outcomes and expiries; for `settled` the id of the command that says
   * what happened; for `asked` and `recalled` that of the command which somebody else asks for, for `answered` that of the one that came of it, or else
   * of the one that was asked for; for progress it is merely unique.
   */
  readonly messageId: string
  readonly body: MessageBody | JsonObject
  readonly sentAt: Date
  readonly receivedAt: Date
  readonly attempts: number
  /** Set once its event was applied; all that can be left to do then is to run a read. */
  readonly takenAt: Date | null
}

/** What the row keeps of a message. */
export type MessageBody = Pick<Message, 'mentions' | 'quoted' | 'forwarded' | 'aside' | 'disappearsAfterS'> & {
  readonly content: MessageContent
}

/** The statement that admits a message, to be sent with others, and what its rows say. */
export type Admitting = {
  readonly statement: CompiledQuery
  readonly admissionOf: (rows: readonly unknown[]) => Admission
}

/** A message that gets into the inbox in the same transaction as something else. */
export type Receiving = {
  readonly statement: CompiledQuery
  /** Given the rows of the statement, once all is committed. */
  readonly onStored: (rows: readonly unknown[]) => void
}

/** Stores a message, or finds that it is here already; a redelivery changes nothing. */
export async function admitMessage(db: Executor, secrets: Secrets, message: Message, now: Date): Promise<Admission> {
  const { statement, admissionOf } = admitting(db, secrets, message, now)
  const { rows } = await db.executeQuery(statement)
  return admissionOf(rows)
}

/**
 * The same, as a statement that is still to be sent. Chats and senders that are known are only read: a turn under way in the
 * chat holds its row, and nothing that comes in waits for a turn.
 */
export function admitting(db: Executor, secrets: Secrets, given: Message, now: Date): Admitting {
  const message = storableMessage(given)
  const kind = message.group === null ? 'private' : 'group'
  const body: MessageBody = {
    mentions: message.mentions,
    quoted: message.quoted,
    forwarded: message.forwarded,
    ...(message.aside === true && { aside: true }),
    ...(message.disappearsAfterS !== undefined && { disappearsAfterS: message.disappearsAfterS }),
    content: message.content,
  }
  const { account, id: messageId, from } = message
  const external = message.group ?? from
  const identity = senderKindOf(from)
  const sentAt = new Date(Math.min(Date.parse(message.sentAt), now.getTime()))
  const said = {
    account,
    channel: message.channel,
    chatKind: kind,
    external,
    from,
    messageId,
    sentAt,
    receivedAt: now,
    body,
  } as const
  const code = codeOfMessage(secrets, said)
  const statement = sql<Admitted>`
    with known_chat as (
      select id from chats where account = ${account} and kind = ${kind} and external = ${external}
    ), new_chat as (
      insert into chats (account, channel, kind, external)
      select ${account}, ${message.channel}, ${kind}, ${external} where not exists (select from known_chat)
      on conflict (account, kind, external) do update set channel = excluded.channel
      returning id
    ), chat as (
      select id from known_chat union all select id from new_chat
    ), known_sender as (
      select id from identities where kind = ${identity} and value = ${from}
    ), new_sender as (
      insert into identities (kind, value) select ${identity}, ${from} where not exists (select from known_sender)
      on conflict (kind, value) do update set value = excluded.value
      returning id
    ), sender as (
      select id from known_sender union all select id from new_sender
    ), admitted as (
      insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at, code)
      select 'message', ${account}, chat.id, sender.id, ${messageId}, ${JSON.stringify(body)}::jsonb, ${sentAt}, ${now}, ${code}
      from chat, sender
      on conflict (account, chat_id, sender_id, kind, message_id) do update set attempts = inbox.attempts
      returning seq, chat_id, sender_id, done_at, xmax = 0 as is_new
    )
    select seq, chat_id, sender_id, done_at, is_new from admitted`.compile(db)
  // What the statement selects.
  return { statement, admissionOf: (rows) => toAdmission((rows as readonly Admitted[])[0], said) }
}

function toAdmission(
  admitted: Admitted | undefined,
  said: Omit<LaneRow, 'seq' | 'kind' | 'chatId' | 'senderId' | 'attempts' | 'takenAt'>,
): Admission {
  if (admitted === undefined) throw new TypeError('Admitting a message returned nothing')
  const chatId = admitted.chat_id
  if (!admitted.is_new) return { kind: admitted.done_at === null ? 'unfinished' : 'finished', chatId, row: null }
  const row: LaneRow = {
    seq: admitted.seq,
    kind: 'message',
    ...said,
    chatId,
    senderId: admitted.sender_id,
    attempts: 0,
    takenAt: null,
  }
  return { kind: 'new', chatId, row }
}

/**
 * A message may hold characters that no database stores; rather than turn it away, it is admitted with others in their
 * place.
 */
function storableMessage(message: Message): Message {
  // Only its texts change.
  return toStorable(message) as Message
}

type Admitted = {
  readonly seq: string
  readonly chat_id: string
  readonly sender_id: string
  readonly done_at: Date | null
  readonly is_new: boolean
}

/**
 * Puts the end of a command, the end of the time to confirm it, or what somebody else found out about it or did with it into the lane of
 * the person who asked, or the command itself into that of whoever is asked for it; once.
 * @param trace what caused it, as a `traceparent`; `null` when nothing is traced
 */
export async function admitCommandEvent(
  db: Executor,
  secrets: Secrets,
  kind: 'outcome' | 'expiry' | 'settled' | 'asked' | 'recalled' | 'answered',
  command: { readonly commandId: string; readonly chatId: string; readonly identityId: string },
  now: Date,
  trace: string | null = null,
): Promise<void> {
  const { commandId, chatId, identityId } = command
  const body = trace === null ? {} : { trace }
  const event = { kind, chatId, senderId: identityId, messageId: commandId, receivedAt: now, body } as const
  await sql`
    insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at, code)
    select ${kind}, account, id, ${identityId}, ${commandId}, ${JSON.stringify(body)}::jsonb, ${now}, ${now},
      ${codeOfEvent(secrets, event)}
    from chats where id = ${chatId}
    on conflict (account, chat_id, sender_id, kind, message_id) do nothing`.execute(db)
}

/** The chats of an account in which something waits, the longest waiting first. */
export async function chatsWithWork(db: Executor, account: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox')
    .select('chat_id')
    .where('account', '=', account)
    .where('done_at', 'is', null)
    .groupBy('chat_id')
    .orderBy(({ fn }) => fn.min('seq'))
    .execute()
  return rows.map(({ chat_id: chatId }) => chatId)
}

/** Makes the turns of one chat run one at a time, whoever runs them; the transaction sets how long it waits for its turn. */
export function lockOfChat(db: Executor, chatId: string): Compilable {
  // Leaves the key unlocked, so that rows that only refer to the chat (a new message, an outcome) can be stored meanwhile.
  return db.selectFrom('chats').select('id').where('id', '=', chatId).forNoKeyUpdate()
}

/** Marks that a row's event was applied, and whether the row is done. All that is kept of progress is what was said of it. */
export async function markTaken(db: Executor, seq: string, { now, over }: { now: Date; over: boolean }): Promise<void> {
  const body = sql<string>`case when kind = 'progress' then '{}'::jsonb else body end`
  await db
    .updateTable('inbox')
    .set({ taken_at: now, ...(over ? { done_at: now, body, code: codeWhenOver } : {}) })
    .where('seq', '=', seq)
    .execute()
}

/**
 * Counts a turn that broke, so that a row whose turns always break is given up in the end; tells whether the turn was stored
 * after all.
 */
export async function countAttempt(db: Executor, seq: string): Promise<{ readonly over: boolean }> {
  const row = await db
    .updateTable('inbox')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('seq', '=', seq)
    .returning('done_at')
    .executeTakeFirst()
  return { over: row?.done_at != null }
}
