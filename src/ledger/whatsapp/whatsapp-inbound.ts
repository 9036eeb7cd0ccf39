/**
 * Messages that were decrypted, from when their keys are stored (`whatsapp-keys.ts`) until they are in the inbox, and for as long
 * as they hold the key to a file. They are sealed.
 */
import { sql } from 'kysely'
import { TerminalError } from '../../errors.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { commitsAsynchronously } from '../transact.ts'

const purpose = 'whatsapp-inbound'

export function sealInbound(secrets: Secrets, account: string, digest: Buffer, content: string): Buffer {
  return secrets.seal(purpose, rowOf(account, digest), content)
}

function openInbound(secrets: Secrets, account: string, digest: Buffer, content: Buffer): string {
  return secrets.open(purpose, rowOf(account, digest), content)
}

/**
 * What is kept of a ciphertext that was decrypted before; `null` when it never was.
 * @returns `content` is `null` when its words are in the inbox and no longer kept here
 */
export async function findWhatsAppInbound(
  db: Executor,
  secrets: Secrets,
  account: string,
  digest: Buffer,
): Promise<{ readonly content: string | null } | null> {
  const row = await db
    .selectFrom('whatsapp_inbound')
    .select('content')
    .where('account', '=', account)
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    content: row.content === null ? null : openInbound(secrets, account, digest, row.content),
  }
}

export type UnfinishedInbound = {
  readonly seq: string
  readonly digest: Buffer
  /** Its words; or why they cannot be opened, which is so for ever: they were sealed under another secret, or changed. */
  readonly content: string | Error
}

/**
 * The messages that were decrypted and are not done, oldest first: at most so many, behind a position (`seq`; '0' for the
 * start). One that cannot be opened stands in the way of no other.
 */
export async function unfinishedWhatsAppInbound(
  db: Executor,
  secrets: Secrets,
  account: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly UnfinishedInbound[]> {
  const rows = await db
    .selectFrom('whatsapp_inbound')
    .select(['seq', 'digest', 'content'])
    .where('account', '=', account)
    .where('seq', '>', after)
    .where('done_at', 'is', null)
    .where('content', 'is not', null)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.flatMap(({ seq, digest, content }) =>
    content === null ? [] : [{ seq, digest, content: openedOrWhyNot(secrets, account, digest, content) }],
  )
}

function openedOrWhyNot(secrets: Secrets, account: string, digest: Buffer, content: Buffer): string | Error {
  try {
    return openInbound(secrets, account, digest, content)
  } catch (cause) {
    return new TerminalError('whatsapp_unusable', 'What is kept of a message cannot be opened', { cause })
  }
}

/**
 * Marks a message as done: it is in the inbox, or is nothing for the inbox. Its words are dropped here, since the inbox has
 * them. If Postgres dies and loses the mark, the message is taken up again, and found in the inbox.
 * @param options.keep whether the content is still needed: it holds the key to a file
 */
export async function finishWhatsAppInbound(
  db: Executor,
  { account, digest, sender, keep }: { account: string; digest: Buffer; sender: string | null; keep: boolean },
): Promise<void> {
  await db
    .updateTable('whatsapp_inbound')
    .from(commitsAsynchronously.as('commit'))
    .set({ done_at: sql<Date>`now()`, sender, ...(keep ? {} : { content: null }) })
    .where('account', '=', account)
    .where('digest', '=', digest)
    .execute()
}

/**
 * What is kept of a message that carried a file, by its id, which is all that earlier versions stored of it; `null` when it
 * is not kept (any more), or when several people have sent one under this id.
 */
export async function whatsAppInboundOf(
  db: Executor,
  secrets: Secrets,
  account: string,
  messageId: string,
): Promise<string | null> {
  const { rows } = await sql<{ digest: Buffer; content: Buffer; senders: number }>`
    with said as (
      select seq, digest, content, coalesce(sender, '') as sender from whatsapp_inbound
      where account = ${account} and message_id = ${messageId} and content is not null
    )
    select digest, content, (select count(distinct sender)::int from said) as senders from said
    order by seq desc limit 1`.execute(db)
  const [row] = rows
  return row?.senders === 1 ? openInbound(secrets, account, row.digest, row.content) : null
}

/** Whether a message from this sender with this id was ever decrypted, as far back as is kept. */
export async function wasWhatsAppInbound(
  db: Executor,
  account: string,
  { messageId, sender }: { readonly messageId: string; readonly sender: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('whatsapp_inbound')
    .select('seq')
    .where('account', '=', account)
    .where('message_id', '=', messageId)
    // The sender is recorded once the message is done.
    .where((where) => where.or([where('sender', '=', sender), where('done_at', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Drops what is too old to be delivered again. */
export async function dropOldWhatsAppInbound(db: Executor, keepDays: number): Promise<void> {
  await sql`
    delete from whatsapp_inbound where received_at < now() - ${keepDays} * interval '1 day' and done_at is not null`.execute(
    db,
  )
}

function rowOf(account: string, digest: Buffer): string {
  return `${account}//${digest.toString('hex')}`
}
