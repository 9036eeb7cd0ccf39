import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'

/**
 * What the text of a message says in the end, where its edit or deletion was delivered before it, as happens when a message could
 * not be opened at first and is sent again; `null` when it was deleted, `undefined` when it has no text.
 */
export async function wordsInTheEnd(
  db: Executor,
  { kind, body, seq, chatId, senderId, messageId }: LaneRow,
): Promise<string | null | undefined> {
  if (kind !== 'message') return undefined
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = body as MessageBody
  if ((content.kind !== 'text' && content.kind !== 'file') || content.text === undefined) return undefined
  const change = await db
    .selectFrom('inbox')
    .select('body')
    .where(sql<boolean>`seq < ${seq}::bigint`)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where(sql<boolean>`body #>> '{content,of}' = ${messageId}`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (change === undefined) return content.text
  const { content: changed } = change.body as MessageBody
  return changed.kind === 'edit' ? changed.text : null
}

/** What somebody wrote in a message that came here before, and whether that was below a file; `null` when there is none. */
export async function writtenAtFirst(
  db: Executor,
  { account, chatId, senderId, seq }: Pick<LaneRow, 'account' | 'chatId' | 'senderId' | 'seq'>,
  messageId: string,
): Promise<{ readonly text: string; readonly belowFile: boolean } | null> {
  const row = await db
    .selectFrom('inbox')
    .select('body')
    .where('account', '=', account)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where('message_id', '=', messageId)
    .where(sql<boolean>`seq < ${seq}::bigint`)
    .executeTakeFirst()
  if (row === undefined) return null
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  if (content.kind === 'text') return { text: content.text, belowFile: false }
  return content.kind === 'file' ? { text: content.text ?? '', belowFile: true } : null
}
