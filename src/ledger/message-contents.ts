/** What messages hold once they are in the inbox: it is read, what was heard and received is added to it, and secrets go. */
import { sql } from 'kysely'
import type { MessageContent, ReceivedFile } from '../channel/message.ts'
import type { Hearing } from '../voice/transcript.ts'
import type { Executor } from './database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'

/** A message of somebody, by its id on the channel; `null` when it is not here. */
export async function findMessage(
  db: Executor,
  {
    account,
    group,
    messageId,
    sender,
  }: {
    readonly account: string
    /** Where it was written; `null` when that was in private. */
    readonly group: string | null
    readonly messageId: string
    readonly sender: string
  },
): Promise<MessageBody | null> {
  const row = await db
    .selectFrom('inbox')
    .innerJoin('chats', 'chats.id', 'inbox.chat_id')
    .innerJoin('identities', 'identities.id', 'inbox.sender_id')
    .select('inbox.body')
    .where('inbox.account', '=', account)
    .where('chats.account', '=', account)
    .where('chats.kind', '=', group === null ? 'private' : 'group')
    .where('chats.external', '=', group ?? sender)
    .where('inbox.message_id', '=', messageId)
    .where('inbox.kind', '=', 'message')
    .where('identities.value', '=', sender)
    .executeTakeFirst()
  // Rows of kind `message` are written by `admitMessage` alone.
  return row === undefined ? null : (row.body as MessageBody)
}

/** The words of a message, written, below a file or heard; `null` when it has none. */
export function wordsOf(content: MessageContent): string | null {
  if (content.kind === 'text' || content.kind === 'edit') return content.text
  if (content.kind === 'file') return content.text ?? null
  return content.kind === 'voice' && content.heard?.kind === 'heard' ? content.heard.transcript.text : null
}

/** Keeps what was heard in the voice note of a row; what is there already stays. */
export async function storeHearing(db: Executor, seq: string, hearing: Hearing): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ body: sql`jsonb_set(body, '{content,heard}', ${JSON.stringify(hearing)}::jsonb)` })
    .where('seq', '=', seq)
    .where(sql<boolean>`body #>> '{content,kind}' = 'voice' and body #> '{content,heard}' is null`)
    .execute()
}

/** Keeps what became of the file of a row; what is there already stays. */
export async function storeReceived(db: Executor, seq: string, received: ReceivedFile): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ body: sql`jsonb_set(body, '{content,received}', ${JSON.stringify(received)}::jsonb)` })
    .where('seq', '=', seq)
    .where(sql<boolean>`body #>> '{content,kind}' = 'file' and body #> '{content,received}' is null`)
    .execute()
}

/** Whether this message of somebody in a chat was spoken. */
export async function isVoiceNote(
  db: Executor,
  { account, chatId, senderId }: Pick<LaneRow, 'account' | 'chatId' | 'senderId'>,
  messageId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('inbox')
    .select('seq')
    .where('account', '=', account)
    .where('chat_id', '=', chatId)
    .where('sender_id', '=', senderId)
    .where('message_id', '=', messageId)
    .where('kind', '=', 'message')
    .where(sql<boolean>`body #>> '{content,kind}' = 'voice'`)
    .executeTakeFirst()
  return row !== undefined
}

/** The rows of voice notes that came since then. */
export async function voiceRowsSince(db: Executor, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox')
    .select('seq')
    .where('kind', '=', 'message')
    .where('received_at', '>', since)
    .where(sql<boolean>`body #>> '{content,kind}' = 'voice'`)
    .execute()
  return rows.map(({ seq }) => seq)
}

/** What is left of a text whose words were taken out. */
export const blankedText = '••••'

/** Takes the words out of a message that was a confirmation code or held a secret: what was typed is kept no better than what was shown. */
export async function blankText(db: Executor, seq: string): Promise<void> {
  await db
    .updateTable('inbox')
    .set({
      body: sql`case when body #> '{content,heard,transcript,text}' is null
        then jsonb_set(body, '{content,text}', ${JSON.stringify(blankedText)}::jsonb)
        else jsonb_set(body #- '{content,heard,transcript,meant}' #- '{content,heard,transcript,fitting}', '{content,heard,transcript,text}', ${JSON.stringify(blankedText)}::jsonb) end`,
    })
    .where('seq', '=', seq)
    .execute()
}
