/**
 * What messages hold once they are in the inbox: it is read here, what was heard and received is added, and secrets are
 * removed.
 */
import { sql } from 'kysely'
import type { MessageContent, ReceivedFile } from '../../channel/message.ts'
import { toStorable } from '../../storable.ts'
import type { Hearing } from '../../voice/engines/transcript.ts'
import type { Executor } from '../database.ts'
import type { LaneRow, MessageBody } from './inbox.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { codeOfRow, newCode } from './vouched-inbox.ts'

/** Somebody's message, by its id on the channel; `null` when it is not here. */
export async function findMessage(
  db: Executor,
  {
    account,
    group,
    messageId,
    sender,
  }: {
    readonly account: string
    /** The group in which it was written; `null` when it was written in private. */
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

/** The words of a message, whether written, written below a file, or heard; `null` when it has none. */
export function wordsOf(content: MessageContent): string | null {
  if (content.kind === 'text' || content.kind === 'edit') return content.text
  if (content.kind === 'file') return content.text ?? null
  return content.kind === 'voice' && content.heard?.kind === 'heard' ? content.heard.transcript.text : null
}

/**
 * Keeps what was heard in the voice note of a row; what is there already stays. An engine may hear characters that no database stores:
 * it is kept with others in their place, or the note would be heard for ever. What broke until then says nothing of its turn.
 */
export async function storeHearing(db: Executor, secrets: Secrets, row: LaneRow, given: Hearing): Promise<void> {
  // Only its texts change.
  const heard = toStorable(given) as Hearing
  const body = withContent(row, { heard })
  await db
    .updateTable('inbox')
    .set({
      body: sql`jsonb_set(body, '{content,heard}', ${JSON.stringify(heard)}::jsonb)`,
      code: newCode(codeOfRow(secrets, { ...row, body })),
      attempts: 0,
    })
    .where('seq', '=', row.seq)
    .where(sql<boolean>`body #>> '{content,kind}' = 'voice' and body #> '{content,heard}' is null`)
    .execute()
}

/** Keeps what became of the file of a row, as it can be stored, in the same way. */
export async function storeReceived(db: Executor, secrets: Secrets, row: LaneRow, given: ReceivedFile): Promise<void> {
  // Only its texts change.
  const received = toStorable(given) as ReceivedFile
  const body = withContent(row, { received })
  await db
    .updateTable('inbox')
    .set({
      body: sql`jsonb_set(body, '{content,received}', ${JSON.stringify(received)}::jsonb)`,
      code: newCode(codeOfRow(secrets, { ...row, body })),
      attempts: 0,
    })
    .where('seq', '=', row.seq)
    .where(sql<boolean>`body #>> '{content,kind}' = 'file' and body #> '{content,received}' is null`)
    .execute()
}

function withContent({ body }: LaneRow, added: { readonly heard: Hearing } | { readonly received: ReceivedFile }) {
  // Only messages have content, and their rows are written by `admitMessage` alone.
  const { content, ...rest } = body as MessageBody
  // The statement makes sure that only a content of the right kind is given it.
  return { ...rest, content: { ...content, ...added } as MessageContent }
}

/** Whether this message, from this sender in this chat, was spoken. */
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

/** The rows of voice notes that have come in since then. */
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

/** What stands in the place of a text whose words were removed. */
export const blankedText = '••••'

/**
 * Removes the words of a message that was a confirmation code or held a secret: what somebody typed is kept no longer than
 * what they were shown.
 * @param kept what stands in their place
 */
export async function blankText(db: Executor, secrets: Secrets, row: LaneRow, kept = blankedText): Promise<void> {
  // Only messages have words, and their rows are written by `admitMessage` alone.
  const message = row.body as MessageBody
  const body = { ...message, content: blanked(message.content, kept) }
  await db
    .updateTable('inbox')
    .set({ body: JSON.stringify(body), code: newCode(codeOfRow(secrets, { ...row, body })) })
    .where('seq', '=', row.seq)
    .execute()
}

function blanked(content: MessageContent, kept: string): MessageContent {
  if (content.kind !== 'voice') return 'text' in content ? { ...content, text: kept } : content
  if (content.heard?.kind !== 'heard') return content
  const { meant: _meant, fitting: _fitting, ...transcript } = content.heard.transcript
  return { ...content, heard: { kind: 'heard', transcript: { ...transcript, text: kept } } }
}
