/**
 * Every row of the inbox carries a code that only the secret can make, over what came in, from whom, where and when. Without
 * it nothing is done for the row: somebody who can only write to the ledger's tables can say nothing there in another
 * person's name (invariant 2).
 *
 * A message is bound to what the channel calls its chat and its sender, not to our ids of them, which somebody who writes to
 * the tables can give to others. Once a row is done, the digest of its code replaces the code, so that it cannot be made to
 * wait again.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { codeText } from '../secrets/code-text.ts'
import type { Executor } from '../database.ts'
import type { LaneRow } from './inbox.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'inbox'

/** What the code of a message is computed over. */
export type VouchedMessage = Pick<
  LaneRow,
  'account' | 'channel' | 'chatKind' | 'external' | 'from' | 'messageId' | 'sentAt' | 'receivedAt' | 'body'
>

/** What the code of everything else is computed over. */
export type VouchedEvent = Pick<LaneRow, 'kind' | 'chatId' | 'senderId' | 'messageId' | 'receivedAt' | 'body'>

/** The code of a message. */
export function codeOfMessage(secrets: Secrets, message: VouchedMessage): Buffer {
  const { account, channel, chatKind, external, from, messageId, sentAt, receivedAt, body } = message
  const where = [account, channel, chatKind, external]
  const times = [sentAt.toISOString(), receivedAt.toISOString()]
  return secrets.mac(purpose, 'message', ...where, from, messageId, ...times, codeText(body))
}

/** The code of what a worker or the clock puts into a lane, which is identified by our own ids. */
export function codeOfEvent(secrets: Secrets, event: VouchedEvent): Buffer {
  const { kind, chatId, senderId, messageId, receivedAt, body } = event
  return secrets.mac(purpose, kind, chatId, senderId, messageId, receivedAt.toISOString(), codeText(body))
}

/** The code of a row that waits. */
export function codeOfRow(secrets: Secrets, row: VouchedMessage & VouchedEvent): Buffer {
  return row.kind === 'message' ? codeOfMessage(secrets, row) : codeOfEvent(secrets, row)
}

/** The new code of a row that may or may not be done by now. */
export function newCode(code: Buffer): RawBuilder<Buffer> {
  return sql<Buffer>`case when done_at is null then ${code}::bytea else sha256(${code}::bytea) end`
}

/** What replaces a row's code once it is done; doing it again changes nothing. */
export const codeWhenOver = sql<Buffer | null>`case when done_at is null then sha256(code) else code end`

/** A row as it is stored, with what the tables say about its chat and its sender. */
export type StoredRow = VouchedMessage &
  VouchedEvent & {
    readonly seq: string
    readonly code: Buffer | null
    readonly isOver: boolean
    /** The account of the chat, and the kind of the sender. */
    readonly chatAccount: string
    readonly senderKind: 'phone' | 'lid'
  }

/** What kind of name a channel uses for somebody: whoever has no number has no rights either (invariant 6). */
export function senderKindOf(from: string): 'phone' | 'lid' {
  return from.startsWith('+') ? 'phone' : 'lid'
}

/** Whether Sayso itself stored a row, under the ledger's current secret; an earlier one vouches for nothing. */
export function isVouchedRow(secrets: Secrets, row: StoredRow): boolean {
  if (row.code === null || row.account !== row.chatAccount || row.senderKind !== senderKindOf(row.from)) return false
  const code = tried(() => codeOfRow(secrets, row))
  return code !== null && isSame(row.code, row.isOver ? digestOf(code) : code)
}

/**
 * Whether Sayso itself stored an earlier message from the same sender and chat: `before` has all that can differ, the rest
 * is that of `row`.
 */
export function isVouchedBefore(
  secrets: Secrets,
  row: VouchedMessage,
  before: Pick<VouchedMessage, 'messageId' | 'sentAt' | 'receivedAt' | 'body'> & {
    readonly code: Buffer | null
    readonly isOver: boolean
  },
): boolean {
  const code = tried(() => codeOfMessage(secrets, { ...row, ...before }))
  return before.code !== null && code !== null && isSame(before.code, before.isOver ? digestOf(code) : code)
}

/** Whether the sender was forgotten: what comes in meanwhile belongs to nobody any more, and nothing vouches for it. */
export function isOfNobody({ from }: Pick<StoredRow, 'from'>): boolean {
  return from.startsWith('forgotten:')
}

/** The tables may hold what Sayso would never store, such as an infinite time, for which there is no code at all. */
function tried(code: () => Buffer): Buffer | null {
  try {
    return code()
  } catch {
    return null
  }
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function digestOf(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest()
}

/** The columns of `StoredRow`. */
export const storedColumns = `i.seq, i.kind, i.account, i.chat_id as "chatId", i.sender_id as "senderId", i.message_id as "messageId", i.body,
  i.sent_at as "sentAt", i.received_at as "receivedAt", i.code, i.done_at is not null as "isOver",
  c.account as "chatAccount", c.channel, c.kind as "chatKind", c.external, s.kind as "senderKind", s.value as "from"`

/** The tables that they come from; `table` qualifies the name of a table. */
export function storedIn(table: (name: string) => string): string {
  return `${table('inbox')} i join ${table('chats')} c on c.id = i.chat_id join ${table('identities')} s on s.id = i.sender_id`
}

/** How long after its arrival a message may still be edited, or be the edit of one that has not arrived yet. */
const editableFor = '1 day'

/**
 * Gives a code under the current secret to every row that still counts, because it waits or an edit may refer to it, and
 * that `before` vouches for: when the secret changes, and once, with `before` null, for an inbox that had no codes yet.
 */
export async function vouchForInboxAnew(db: Executor, secrets: Secrets, before: Secrets | null): Promise<void> {
  const { rows } = await sql<StoredRow>`
    select ${sql.raw(storedColumns)} from ${sql.raw(storedIn((name) => name))}
    where i.set_aside_at is null and (i.done_at is null or i.received_at > now() - ${editableFor}::interval)`.execute(
    db,
  )
  for (const row of rows) {
    if (before !== null && !isVouchedRow(before, row)) continue
    const code = newCode(codeOfRow(secrets, row))
    await db.updateTable('inbox').set({ code }).where('seq', '=', row.seq).execute()
  }
}
