/**
 * Every row of the inbox leaves a code that only the secret can make, over what came in, from whom, where and when. Without it nothing is
 * done for the row: who can write to the tables of the ledger, and no more, says nothing there in the name of somebody (invariant 2).
 *
 * A message is bound to what the channel calls its chat and its sender, and not to our ids of them, which whoever writes to the tables can
 * give to others. When a row is over, the digest of its code takes the place of the code: it cannot be made one that waits again.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { codeText } from './code-text.ts'
import type { Executor } from './database.ts'
import type { LaneRow } from './inbox.ts'
import type { Secrets } from './secrets.ts'

const purpose = 'inbox'

/** What the code of a message is computed over. */
export type VouchedMessage = Pick<
  LaneRow,
  'account' | 'channel' | 'chatKind' | 'external' | 'from' | 'messageId' | 'sentAt' | 'receivedAt' | 'body'
>

/** What the code of all else is computed over. */
export type VouchedEvent = Pick<LaneRow, 'kind' | 'chatId' | 'senderId' | 'messageId' | 'receivedAt' | 'body'>

/** The code of a message. */
export function codeOfMessage(secrets: Secrets, message: VouchedMessage): Buffer {
  const { account, channel, chatKind, external, from, messageId, sentAt, receivedAt, body } = message
  const where = [account, channel, chatKind, external]
  const times = [sentAt.toISOString(), receivedAt.toISOString()]
  return secrets.mac(purpose, 'message', ...where, from, messageId, ...times, codeText(body))
}

/** The code of what a worker or the time puts into a lane: that is known by our own ids. */
export function codeOfEvent(secrets: Secrets, event: VouchedEvent): Buffer {
  const { kind, chatId, senderId, messageId, receivedAt, body } = event
  return secrets.mac(purpose, kind, chatId, senderId, messageId, receivedAt.toISOString(), codeText(body))
}

/** The code of a row that waits. */
export function codeOfRow(secrets: Secrets, row: VouchedMessage & VouchedEvent): Buffer {
  return row.kind === 'message' ? codeOfMessage(secrets, row) : codeOfEvent(secrets, row)
}

/** A new code for a row, of which it is not known here whether it is over. */
export function newCode(code: Buffer): RawBuilder<Buffer> {
  return sql<Buffer>`case when done_at is null then ${code}::bytea else sha256(${code}::bytea) end`
}

/** What takes the place of a code when its row is over; done again it changes nothing. */
export const codeWhenOver = sql<Buffer | null>`case when done_at is null then sha256(code) else code end`

/** A row as the tables have it, with what they say of its chat and its sender. */
export type StoredRow = VouchedMessage &
  VouchedEvent & {
    readonly seq: string
    readonly code: Buffer | null
    readonly isOver: boolean
    /** The account of the chat, and the kind of the sender. */
    readonly chatAccount: string
    readonly senderKind: 'phone' | 'lid'
  }

/** What a name of the channel for somebody is: whoever has no number has no rights either (invariant 6). */
export function senderKindOf(from: string): 'phone' | 'lid' {
  return from.startsWith('+') ? 'phone' : 'lid'
}

/** Whether a row was stored by this house, under the secret that the ledger has: an earlier one vouches for nothing. */
export function isVouchedRow(secrets: Secrets, row: StoredRow): boolean {
  if (row.code === null || row.account !== row.chatAccount || row.senderKind !== senderKindOf(row.from)) return false
  const code = tried(() => codeOfRow(secrets, row))
  return code !== null && isSame(row.code, row.isOver ? digestOf(code) : code)
}

/** Whether what somebody said in the same chat before was stored by this house: all that differs is said, the rest is theirs. */
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

/** Whether whoever sent it was forgotten: what comes in meanwhile is nobody's any more, and nothing vouches for it. */
export function isOfNobody({ from }: Pick<StoredRow, 'from'>): boolean {
  return from.startsWith('forgotten:')
}

/** The tables may hold what this house would never store, such as a time without end: that has no code at all. */
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

/** Where they come from; `table` gives a table its whole name. */
export function storedIn(table: (name: string) => string): string {
  return `${table('inbox')} i join ${table('chats')} c on c.id = i.chat_id join ${table('identities')} s on s.id = i.sender_id`
}

/** How long after it came a message may still be edited, or be the edit of one that has not come yet. */
const editableFor = '1 day'

/**
 * Gives the code of this secret to every row that still counts, because it waits or an edit may refer to it, and for which `before`
 * vouches: when the secret changes, and once, with no `before`, when the inbox had no codes yet.
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
