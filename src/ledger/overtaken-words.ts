import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'
import type { Secrets } from './secrets.ts'
import { isVouchedBefore } from './vouched-inbox.ts'

/** Nobody changes a message as often; what comes before the newest of them is not looked at. */
const mostChanges = 100

/**
 * What the text of a message says in the end, where its edit or deletion was delivered before it, as happens when a message could
 * not be opened at first and is sent again; `null` when it was deleted, `undefined` when it has no text. A change for which nothing
 * vouches changes nothing.
 */
export async function wordsInTheEnd(db: Executor, secrets: Secrets, row: LaneRow): Promise<string | null | undefined> {
  if (row.kind !== 'message') return undefined
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  if ((content.kind !== 'text' && content.kind !== 'file') || content.text === undefined) return undefined
  const changes = await saidBefore(db, row)
    .where(sql<boolean>`body #>> '{content,of}' = ${row.messageId}`)
    .orderBy('seq', 'desc')
    .limit(mostChanges)
    .execute()
  const change = changes.map(earlierOf).find((each) => isVouchedBefore(secrets, row, each))
  if (change === undefined) return content.text
  const { content: changed } = change.body
  return changed.kind === 'edit' ? changed.text : null
}

/** What somebody wrote in a message that came here before, and whether that was below a file; `null` when there is none. */
export async function writtenAtFirst(
  db: Executor,
  secrets: Secrets,
  row: LaneRow,
  messageId: string,
): Promise<{ readonly text: string; readonly belowFile: boolean } | null> {
  const found = await saidBefore(db, row).where('message_id', '=', messageId).executeTakeFirst()
  if (found === undefined) return null
  const first = earlierOf(found)
  if (!isVouchedBefore(secrets, row, first)) return null
  const { content } = first.body
  if (content.kind === 'text') return { text: content.text, belowFile: false }
  return content.kind === 'file' ? { text: content.text ?? '', belowFile: true } : null
}

/** What the sender of a row has said in its chat before. */
function saidBefore(db: Executor, { account, chatId, senderId, seq }: LaneRow) {
  return db
    .selectFrom('inbox')
    .select(['message_id', 'sent_at', 'received_at', 'body', 'code', 'done_at'])
    .where('account', '=', account)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where(sql<boolean>`seq < ${seq}::bigint`)
}

type Earlier = Awaited<ReturnType<ReturnType<typeof saidBefore>['execute']>>[number]

function earlierOf({ message_id: messageId, sent_at: sentAt, received_at: receivedAt, body, code, done_at }: Earlier) {
  // Where it is vouched for, it was written by `admitMessage`.
  return { messageId, sentAt, receivedAt, body: body as unknown as MessageBody, code, isOver: done_at !== null }
}
