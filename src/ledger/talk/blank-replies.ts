/** Takes out of replies, sent or not, what must not be read any more. */
import type { Reply } from '../../channel/reply.ts'
import { struck as blank } from '../../envelope/struck.ts'
import type { Json } from '../../json.ts'
import type { Executor } from '../database.ts'
import { isMentioned, type Mention } from '../people/mentions.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { outboxPurpose as purpose } from './outbox.ts'

/** Removes the token from what was said, once its command has left `accepted`. */
export async function blankTokens(db: Executor, secrets: Secrets, commandId: string): Promise<void> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'body'])
    .where('command_id', '=', commandId)
    .where('has_token', '=', true)
    .execute()
  for (const { id, body } of rows) {
    const reply = JSON.parse(secrets.open(purpose, id, body)) as Reply
    const expect = reply.confirm?.expect
    const blanked =
      expect === undefined || reply.confirm === undefined
        ? reply
        : { ...reply, text: reply.text.replaceAll(expect, blank), confirm: { ...reply.confirm, expect: blank } }
    await db
      .updateTable('outbox')
      .set({ body: secrets.seal(purpose, id, JSON.stringify(blanked)), has_token: false })
      .where('id', '=', id)
      .execute()
  }
}

/** Which replies: all that were sent to these identities, or all about these commands. */
type ReplyFilter = { readonly recipients: readonly string[] } | { readonly commands: readonly string[] }

/** Removes the words of replies for good; one that has not left yet never will. */
export async function blankReplies(db: Executor, secrets: Secrets, filter: ReplyFilter, now: Date): Promise<void> {
  const [column, ids] =
    'recipients' in filter ? (['recipient_id', filter.recipients] as const) : (['command_id', filter.commands] as const)
  if (ids.length === 0) return
  const rows = await db.selectFrom('outbox').select(['id', 'about', 'sent_at']).where(column, 'in', ids).execute()
  for (const row of rows) await blankReply(db, secrets, row, now)
}

/** How many replies are opened at a time when looking for a name. */
const searchedAtOnce = 500

/**
 * The same for every reply that names somebody, whoever received it: a notice that they were locked out, a list of people.
 * @param mentionIn what names them in a reply about this command; `null`: nothing does
 */
export async function blankMentions(
  db: Executor,
  secrets: Secrets,
  mentionIn: (commandId: string | null) => Mention | null,
  now: Date,
): Promise<void> {
  for (let after = '0'; ;) {
    const rows = await db
      .selectFrom('outbox')
      .select(['seq', 'id', 'about', 'body', 'sent_at', 'command_id'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(searchedAtOnce)
      .execute()
    for (const row of rows) {
      const mention = mentionIn(row.command_id)
      if (mention !== null && isMentioned(mention, saidIn(secrets, row))) await blankReply(db, secrets, row, now)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < searchedAtOnce) return
    after = last.seq
  }
}

/** The same for the replies about one command alone. */
export async function blankMentionsIn(
  db: Executor,
  secrets: Secrets,
  { commandId, mention }: { readonly commandId: string; readonly mention: Mention },
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'about', 'body', 'sent_at'])
    .where('command_id', '=', commandId)
    .execute()
  for (const row of rows) if (isMentioned(mention, saidIn(secrets, row))) await blankReply(db, secrets, row, now)
}

/** Sealed by `enqueueReply` alone, from JSON. */
function saidIn(secrets: Secrets, { id, body }: { readonly id: string; readonly body: Buffer }): Json {
  return JSON.parse(secrets.open(purpose, id, body)) as Json
}

async function blankReply(
  db: Executor,
  secrets: Secrets,
  { id, about, sent_at: sentAt }: { readonly id: string; readonly about: string; readonly sent_at: Date | null },
  now: Date,
): Promise<void> {
  const body = secrets.seal(purpose, id, JSON.stringify({ about, text: blank }))
  await db
    .updateTable('outbox')
    .set({ body, has_token: false, sent_at: sentAt ?? now })
    .where('id', '=', id)
    .execute()
}
