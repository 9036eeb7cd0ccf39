/** What in a group's talk tells whether somebody is speaking to the bot. */
import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import type { LaneRow } from './inbox.ts'

/** The names of all who may speak, except whoever speaks under this identity. */
export async function namesOfOthers(db: Executor, identityId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('people')
    .select('name')
    .where('active', '=', true)
    .where('phone', 'not in', db.selectFrom('identities').select('value').where('id', '=', identityId))
    .execute()
  return rows.map(({ name }) => name)
}

/** The last message before the row with which its sender addressed the bot in the chat; `null` when there is none. */
export async function addressedBefore(
  db: Executor,
  { account, chatId, senderId, seq }: Pick<LaneRow, 'account' | 'chatId' | 'senderId' | 'seq'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('inbox')
    .select('message_id')
    .where('account', '=', account)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where(sql<boolean>`seq < ${seq}::bigint`)
    .where(sql<boolean>`(body ->> 'mentions' = 'true' or body ->> 'quoted' is not null)`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.message_id ?? null
}

/** Whether others have said something in the chat, and not to the bot, between this message of the sender and the row. */
export async function isTalkSince(
  db: Executor,
  { account, chatId, senderId, seq }: Pick<LaneRow, 'account' | 'chatId' | 'senderId' | 'seq'>,
  messageId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from inbox
    where kind = 'message' and chat_id = ${chatId} and sender_id <> ${senderId} and seq < ${seq}::bigint
      and seq > (
        select max(seq) from inbox
        where account = ${account} and chat_id = ${chatId} and sender_id = ${senderId} and kind = 'message' and message_id = ${messageId}
      )
      and body ->> 'mentions' = 'false' and (body ->> 'quoted' is null or body ->> 'aside' = 'true')
      and body #>> '{content,kind}' in ('text', 'voice', 'file', 'unreadable')
    limit 1`.execute(db)
  return rows.length > 0
}
