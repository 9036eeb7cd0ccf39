import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'

/** The message that the sender of a row sent to the chat before it; `null` when it is their first. */
export async function messageBefore(
  db: Executor,
  { account, chatId, senderId, seq }: Pick<LaneRow, 'account' | 'chatId' | 'senderId' | 'seq'>,
): Promise<{ readonly body: MessageBody; readonly sentAt: Date } | null> {
  const row = await db
    .selectFrom('inbox')
    .select(['body', 'sent_at'])
    .where('account', '=', account)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where(sql<boolean>`seq < ${seq}::bigint`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Rows of kind `message` are written by `admitMessage` alone.
  return row === undefined ? null : { body: row.body as MessageBody, sentAt: row.sent_at }
}
