/**
 * The state of a paired number, sealed: its credentials and its Signal keys. A key is stored under a code over its type and
 * id, since ids contain phone numbers. Every write names the lease under which it is made, and is refused when another owner
 * has taken over: keys that two processes advance are lost to both.
 */
import { sql, type RawBuilder } from 'kysely'
import { TerminalError } from '../errors.ts'
import type { Executor, LedgerDb } from './database.ts'
import type { Receiving } from './inbox.ts'
import type { Secrets } from './secrets.ts'
import { commitsAsynchronously, transactAtOnce } from './transact.ts'
import type { WhatsAppLease } from './whatsapp-lease.ts'

const credsPurpose = 'whatsapp-creds'
const keysPurpose = 'whatsapp-keys'
const inboundPurpose = 'whatsapp-inbound'

/** A key to store, or to delete when its value is `null`. */
export type WhatsAppKey = { readonly type: string; readonly id: string; readonly value: string | null }

/** A message that was decrypted, with what is needed to take it up again after a crash. */
export type WhatsAppInbound = {
  readonly digest: Buffer
  readonly messageId: string
  readonly content: string
  /** Takes it to the inbox in the transaction that stores it; `null` when that is left for later. */
  readonly entry: InboxEntry | null
}

/** How a decrypted message gets into the inbox, and what its row here says then. */
export type InboxEntry = Receiving & {
  readonly sender: string
  /** Whether the content is still needed: it holds the key to a file. */
  readonly keep: boolean
}

/** The credentials of a number; `null` when none is paired. */
export async function loadWhatsAppCreds(db: Executor, secrets: Secrets, account: string): Promise<string | null> {
  const row = await db.selectFrom('whatsapp_accounts').select('creds').where('account', '=', account).executeTakeFirst()
  return row?.creds == null ? null : secrets.open(credsPurpose, account, row.creds)
}

/** The number that is paired, in E.164; `null` when none is. */
export async function pairedWhatsAppPhone(db: Executor, account: string): Promise<string | null> {
  const row = await db.selectFrom('whatsapp_accounts').select('phone').where('account', '=', account).executeTakeFirst()
  return row?.phone ?? null
}

/**
 * Keeps the credentials.
 * @param options.phone the paired number in E.164; `null` while it is being paired
 * @throws TerminalError `fenced`
 */
export async function saveWhatsAppCreds(
  db: Executor,
  secrets: Secrets,
  { account, epoch }: WhatsAppLease,
  { creds, phone }: { readonly creds: string; readonly phone: string | null },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update whatsapp_accounts set creds = ${secrets.seal(credsPurpose, account, creds)}, phone = ${phone}
    where account = ${account} and epoch = ${epoch}`.execute(db)
  if (numAffectedRows !== 1n) throw fenced()
}

/**
 * Drops what a pairing leaves behind: the credentials and the keys, which are of no use to another pairing. Everything else
 * stays.
 * @throws TerminalError `fenced`
 */
export async function dropWhatsAppPairing(db: Executor, { account, epoch }: WhatsAppLease): Promise<void> {
  const { rows } = await sql<{ dropped: boolean }>`
    with owned as (
      update whatsapp_accounts set creds = null, phone = null where account = ${account} and epoch = ${epoch} returning 1
    ), dropped as (
      delete from whatsapp_keys using owned where account = ${account}
    )
    select true as dropped from owned`.execute(db)
  if (rows.length === 0) throw fenced()
}

/** The values of keys of one type, by id; missing keys are left out. */
export async function loadWhatsAppKeys(
  db: Executor,
  secrets: Secrets,
  { account, type, ids }: { readonly account: string; readonly type: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(ids.map((id) => [keyName(secrets, type, id).toString('hex'), id]))
  const { rows } = await sql<{ id: Buffer; value: Buffer }>`
    select id, value from whatsapp_keys
    where account = ${account} and type = ${type} and id = any(${[...names.keys()].map(fromHex)}::bytea[])`.execute(db)
  const values = new Map<string, string>()
  for (const { id: name, value } of rows) {
    const id = names.get(name.toString('hex'))
    if (id !== undefined) values.set(id, secrets.open(keysPurpose, rowOf(account, type, name), value))
  }
  return values
}

type Stored = { readonly keys: readonly WhatsAppKey[]; readonly inbound: readonly WhatsAppInbound[] }

/**
 * Stores keys and, with them, the messages whose decryption advanced them: all or nothing. Messages that have an entry get
 * into the inbox in the same transaction; if it does not take them, they are stored without it.
 * @throws TerminalError `fenced`
 */
export async function storeWhatsAppKeys(
  db: LedgerDb,
  secrets: Secrets,
  lease: WhatsAppLease,
  stored: Stored,
): Promise<void> {
  if (await storeEntering(db, secrets, lease, stored)) return
  const inbound = stored.inbound.map((message) => ({ ...message, entry: null }))
  const { rows } = await storing(secrets, lease, { ...stored, inbound }, sql`select true from owned`).execute(db)
  if (rows.length === 0) throw fenced()
}

/** Whether there was something for the inbox, and all was stored together. */
async function storeEntering(db: LedgerDb, secrets: Secrets, lease: WhatsAppLease, stored: Stored): Promise<boolean> {
  const entries = stored.inbound.flatMap(({ entry }) => entry ?? [])
  if (entries.length === 0) return false
  // Dividing by nothing ends the transaction of whoever has lost the lease.
  const keys = storing(secrets, lease, stored, sql`select 1 / (select count(*) from owned)`)
  try {
    const [, ...rows] = await transactAtOnce(db, [keys.compile(db), ...entries.map(({ statement }) => statement)])
    for (const [n, { onStored }] of entries.entries()) onStored(rows[n] ?? [])
    return true
  } catch {
    return false
  }
}

/** @param answer selects from `owned`, which has a row while the lease is held */
function storing(
  secrets: Secrets,
  { account, epoch }: WhatsAppLease,
  { keys, inbound }: Stored,
  answer: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const puts: { type: string; name: Buffer; value: Buffer }[] = []
  const drops: { type: string; name: Buffer }[] = []
  for (const { type, id, value } of keys) {
    const name = keyName(secrets, type, id)
    if (value === null) drops.push({ type, name })
    else puts.push({ type, name, value: secrets.seal(keysPurpose, rowOf(account, type, name), value) })
  }
  const said = inbound.map(({ digest, messageId, content, entry }) => ({
    digest,
    messageId,
    content: entry?.keep === false ? null : secrets.seal(inboundPurpose, rowOf(account, '', digest), content),
    sender: entry?.sender ?? null,
    entered: entry !== null,
  }))
  return sql`
    with owned as (
      select 1 from whatsapp_accounts where account = ${account} and epoch = ${epoch} for share
    ), put as (
      insert into whatsapp_keys (account, type, id, value)
      select ${account}, key.type, key.id, key.value
      from owned, unnest(${puts.map(({ type }) => type)}::text[], ${puts.map(({ name }) => name)}::bytea[],
        ${puts.map(({ value }) => value)}::bytea[]) as key (type, id, value)
      on conflict (account, type, id) do update set value = excluded.value
    ), dropped as (
      delete from whatsapp_keys
      using owned, unnest(${drops.map(({ type }) => type)}::text[], ${drops.map(({ name }) => name)}::bytea[]) as gone (type, id)
      where whatsapp_keys.account = ${account} and whatsapp_keys.type = gone.type and whatsapp_keys.id = gone.id
    ), said as (
      insert into whatsapp_inbound (account, digest, message_id, content, sender, done_at)
      select ${account}, message.digest, message.id, message.content, message.sender, case when message.entered then now() end
      from owned, unnest(${said.map(({ digest }) => digest)}::bytea[], ${said.map(({ messageId }) => messageId)}::text[],
        ${said.map(({ content }) => content)}::bytea[], ${said.map(({ sender }) => sender)}::text[],
        ${said.map(({ entered }) => entered)}::bool[]) as message (digest, id, content, sender, entered)
      on conflict (account, digest) do nothing
    )
    ${answer}`
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
    content: row.content === null ? null : secrets.open(inboundPurpose, rowOf(account, '', digest), row.content),
  }
}

/**
 * The messages that were decrypted and are not done, oldest first: at most so many, behind a position (`seq`; '0' for the
 * start).
 */
export async function unfinishedWhatsAppInbound(
  db: Executor,
  secrets: Secrets,
  account: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly { readonly seq: string; readonly digest: Buffer; readonly content: string }[]> {
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
    content === null
      ? []
      : [{ seq, digest, content: secrets.open(inboundPurpose, rowOf(account, '', digest), content) }],
  )
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
  return row?.senders === 1 ? secrets.open(inboundPurpose, rowOf(account, '', row.digest), row.content) : null
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

function keyName(secrets: Secrets, type: string, id: string): Buffer {
  return secrets.mac('whatsapp-key-name', type, id)
}

function rowOf(account: string, type: string, name: Buffer): string {
  return `${account}/${type}/${name.toString('hex')}`
}

function fromHex(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}

function fenced(): TerminalError {
  return new TerminalError('fenced', 'Another process owns this WhatsApp number now')
}
