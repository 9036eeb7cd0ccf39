/**
 * The ids under which replies left. The words stay in the outbox, where tokens are blanked; stored here is only which part
 * of which reply a message on the phone is, and for a file the sealed key of what was uploaded.
 */
import { sql } from 'kysely'
import type { Reply } from '../../channel/reply.ts'
import type { Executor } from '../database.ts'
import { replyWithId } from '../talk/outbox.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { commitsAsynchronously } from '../transact.ts'

const purpose = 'whatsapp-media'

export type SentPart = {
  readonly messageId: string
  readonly replyId: string
  readonly part: number
  /** What was uploaded, as the wire names it; `null` for text. */
  readonly media: string | null
  /** Whom the reply answered. */
  readonly recipient: string
  readonly sentAt: Date
  /** Whether WhatsApp has accepted it. */
  readonly acked: boolean
}

/**
 * Notes that a part is about to leave; repeating it changes nothing. The note is on disk together with the keys that sending
 * advances, which are stored before the part leaves.
 * @returns whether WhatsApp has accepted it already
 */
export async function noteSending(
  db: Executor,
  secrets: Secrets,
  {
    account,
    messageId,
    replyId,
    part,
    media,
    recipient,
  }: Pick<SentPart, 'messageId' | 'replyId' | 'part' | 'media' | 'recipient'> & { readonly account: string },
): Promise<Pick<SentPart, 'acked'>> {
  const sealed = media === null ? null : secrets.seal(purpose, `${account}/${messageId}`, media)
  const columns = ['account', 'message_id', 'reply_id', 'part', 'media', 'recipient'] as const
  const row = await db
    .insertInto('whatsapp_sent')
    .columns(columns)
    .expression(
      sql`select ${account}, ${messageId}, ${replyId}, ${part}::int, ${sealed}::bytea, ${recipient} from ${commitsAsynchronously}`,
    )
    // Changes nothing, but makes the statement return the row.
    .onConflict((conflict) => conflict.columns(['account', 'message_id']).doUpdateSet({ message_id: messageId }))
    .returning('acked_at')
    .executeTakeFirstOrThrow()
  return { acked: row.acked_at !== null }
}

/** Notes that WhatsApp has accepted it. If Postgres dies and loses the note, it leaves again under the same id. */
export async function noteAcked(db: Executor, account: string, messageId: string): Promise<void> {
  await db
    .updateTable('whatsapp_sent')
    .from(commitsAsynchronously.as('commit'))
    .set({ acked_at: sql<Date>`now()` })
    .where('account', '=', account)
    .where('message_id', '=', messageId)
    .execute()
}

/** What left, or was about to, under an id on the wire. */
export async function findSent(
  db: Executor,
  secrets: Secrets,
  account: string,
  messageId: string,
): Promise<SentPart | null> {
  const row = await db
    .selectFrom('whatsapp_sent')
    .selectAll()
    .where('account', '=', account)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    messageId,
    replyId: row.reply_id,
    part: row.part,
    media: row.media === null ? null : secrets.open(purpose, `${account}/${messageId}`, row.media),
    recipient: row.recipient,
    sentAt: row.created_at,
    acked: row.acked_at !== null,
  }
}

/** A reply of which a part left; `group` is where it was said, `null` in private. */
export type SentReply = {
  readonly part: SentPart
  readonly reply: Reply
  readonly edits: string | null
  readonly group: string | null
}

/** The reply that a message on the wire is a part of, as it is kept now. */
export async function replySentAs(
  db: Executor,
  secrets: Secrets,
  account: string,
  messageId: string,
): Promise<SentReply | null> {
  const part = await findSent(db, secrets, account, messageId)
  const kept = part === null ? null : await replyWithId(db, secrets, part.replyId)
  return part === null || kept === null ? null : { part, ...kept }
}

export async function dropOldSent(db: Executor, keepDays: number): Promise<void> {
  await sql`delete from whatsapp_sent where created_at < now() - ${keepDays} * interval '1 day'`.execute(db)
}
