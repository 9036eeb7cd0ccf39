/**
 * The values of secret arguments: sealed, bound to the lane in which they were said, and dropped once nothing open needs
 * them any more (triggers in the migrations see to that). Everything else in the ledger holds references.
 */
import { sql } from 'kysely'
import { isSecretReference } from '../../envelope/secret-reference.ts'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from './secrets.ts'

const purpose = 'kept-secret'

/** Where something was said, and by whom. */
type Lane = { readonly chatId: string; readonly identityId: string }

/** What a secret is for; the same secret used for something else has another id. */
type Meaning = {
  readonly personId: string
  /** The explicit token of the command. */
  readonly command: string
  readonly parameter: string
}

/** The name of a secret in an envelope: it reveals nothing, and the same secret always gets the same name. */
export function secretIdOf(secrets: Secrets, { personId, command, parameter }: Meaning, value: string): string {
  return secrets.mac(purpose, personId, command, parameter, value).toString('hex')
}

/**
 * Keeps a secret; keeping it again only makes it younger. It outlives the transaction if something that the transaction
 * leaves refers to it.
 */
export async function keepSecret(
  db: Executor,
  secrets: Secrets,
  { chatId, identityId }: Lane,
  { id, value, now }: { readonly id: string; readonly value: string; readonly now: Date },
): Promise<void> {
  const sealed = secrets.seal(purpose, rowIdentity({ chatId, identityId }, id), value)
  await db
    .insertInto('kept_secrets')
    .values({ chat_id: chatId, identity_id: identityId, id, sealed, kept_at: now })
    .onConflict((conflict) => conflict.columns(['chat_id', 'identity_id', 'id']).doUpdateSet({ kept_at: now }))
    .execute()
}

/** Whether a secret that was said in this chat is still kept. */
export async function isSecretKept(db: Executor, chatId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('kept_secrets')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The secrets that arguments refer to, by parameter; empty, without a query, when they refer to none.
 * @returns `null` when one of them is not kept any more
 */
export async function openSecrets(
  db: Executor,
  secrets: Secrets,
  { chatId, identityId }: Lane,
  args: JsonObject,
): Promise<ReadonlyMap<string, string> | null> {
  const wanted = Object.entries(args).flatMap(([name, value]) =>
    isSecretReference(value) ? [[name, value.$secret] as const] : [],
  )
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('kept_secrets')
    .select(['id', 'sealed'])
    .where('chat_id', '=', chatId)
    .where('identity_id', '=', identityId)
    .execute()
  const sealed = new Map(rows.map((row) => [row.id, row.sealed]))
  const opened = new Map<string, string>()
  for (const [name, id] of wanted) {
    const found = sealed.get(id)
    if (found === undefined) return null
    opened.set(name, secrets.open(purpose, rowIdentity({ chatId, identityId }, id), found))
  }
  return opened
}

/**
 * Drops what was said before `before` and never became part of a command; if it is needed after all, it is asked for again.
 */
export async function dropStaleSecrets(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from kept_secrets k where k.kept_at < ${before} and not exists (
      select from envelopes e where e.chat_id = k.chat_id and e.identity_id = k.identity_id
        and e.status in ('accepted', 'confirmed') and position(k.id in e.document::text) > 0)`.execute(db)
}

function rowIdentity({ chatId, identityId }: Lane, id: string): string {
  return `${chatId}/${identityId}/${id}`
}
