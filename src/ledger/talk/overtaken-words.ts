import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isVouchedBefore } from './vouched-inbox.ts'

/** Hardly anybody changes a message this often; only the newest changes are looked at. */
const mostChanges = 100

/**
 * The final text of a message whose edit or deletion was delivered before it, as happens when it could not be decrypted at
 * first and is sent again, or which has been deleted since, before its turn came (a voice note while it was heard); `null` when it was
 * deleted, `undefined` when it has no text. An edit that comes later has a turn of its own. A change that nothing vouches for is ignored.
 */
export async function wordsInTheEnd(db: Executor, secrets: Secrets, row: LaneRow): Promise<string | null | undefined> {
  if (row.kind !== 'message') return undefined
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  if (content.kind !== 'text' && content.kind !== 'file' && content.kind !== 'voice') return undefined
  const text = content.kind === 'voice' ? undefined : content.text
  const changes = await saidWith(db, row)
    .where(sql<boolean>`body #>> '{content,of}' = ${row.messageId}`)
    .where(sql<boolean>`(seq < ${row.seq}::bigint or body #>> '{content,kind}' = 'revoke')`)
    .orderBy('seq', 'desc')
    .limit(mostChanges)
    .execute()
  const change = changes.map(earlierOf).find((each) => isVouchedBefore(secrets, row, each))
  if (change === undefined) return text
  const { content: changed } = change.body
  if (changed.kind !== 'edit') return null
  return text === undefined ? undefined : changed.text
}

/** What somebody wrote in a message that came here earlier, and whether it stood below a file; `null` when there is none. */
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

/** The newest reaction of the sender of a row to a message of ours; `null` when there was none before, or when it is not vouched for. */
export async function reactionBefore(
  db: Executor,
  secrets: Secrets,
  row: LaneRow,
  to: string,
): Promise<{ readonly messageId: string; readonly emoji: string } | null> {
  const found = await saidBefore(db, row)
    .where(sql<boolean>`body #>> '{content,kind}' = 'reaction' and body #>> '{content,to}' = ${to}`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = found === undefined ? null : earlierOf(found)
  if (before === null || !isVouchedBefore(secrets, row, before)) return null
  const { content } = before.body
  return content.kind === 'reaction' ? { messageId: before.messageId, emoji: content.emoji } : null
}

/** What the sender of a row said in its chat before it. */
function saidBefore(db: Executor, row: LaneRow) {
  return saidWith(db, row).where(sql<boolean>`seq < ${row.seq}::bigint`)
}

/** The same, and since. */
function saidWith(db: Executor, { account, chatId, senderId }: LaneRow) {
  return db
    .selectFrom('inbox')
    .select(['message_id', 'sent_at', 'received_at', 'body', 'code', 'done_at'])
    .where('account', '=', account)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
}

type Earlier = Awaited<ReturnType<ReturnType<typeof saidBefore>['execute']>>[number]

function earlierOf({ message_id: messageId, sent_at: sentAt, received_at: receivedAt, body, code, done_at }: Earlier) {
  // If it is vouched for, `admitMessage` wrote it.
  return { messageId, sentAt, receivedAt, body: body as unknown as MessageBody, code, isOver: done_at !== null }
}
