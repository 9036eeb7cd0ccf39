import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'

/** A change overtakes its message by little; what came so many rows earlier is not looked at. */
const mostRowsBetween = 500

/**
 * What a text says in the end, where its edit or deletion was delivered before it, as happens when a message could not be opened
 * at first and is sent again; `null` when it was deleted.
 */
export async function wordsInTheEnd(
  db: Executor,
  { seq, chatId, senderId, messageId }: Pick<LaneRow, 'seq' | 'chatId' | 'senderId' | 'messageId'>,
  text: string,
): Promise<string | null> {
  const change = await db
    .selectFrom('inbox')
    .select('body')
    .where(sql<boolean>`seq between ${seq}::bigint - ${mostRowsBetween}::int and ${seq}::bigint`)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where(sql<boolean>`body #>> '{content,of}' = ${messageId}`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (change === undefined) return text
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = change.body as MessageBody
  return content.kind === 'edit' ? content.text : null
}
