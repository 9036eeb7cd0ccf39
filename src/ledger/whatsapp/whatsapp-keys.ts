/**
 * The state of a paired number, sealed: its credentials and its Signal keys. A key is stored under a code over its type and
 * id, since ids contain phone numbers. Every write names the lease under which it is made, and is refused when another owner
 * has taken over: keys that two processes advance are lost to both.
 */
import { sql, type RawBuilder } from 'kysely'
import { TerminalError } from '../../errors.ts'
import type { Executor, LedgerDb } from '../database.ts'
import type { Receiving } from '../talk/inbox.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { transactAtOnce } from '../transact.ts'
import { sealInbound } from './whatsapp-inbound.ts'
import type { WhatsAppLease } from './whatsapp-lease.ts'

const credsPurpose = 'whatsapp-creds'
const keysPurpose = 'whatsapp-keys'

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

/**
 * The same for every number at once, for whoever has the ledger alone, where the keys are found no more; whether one was paired. What
 * was decrypted with them is sealed as they are, and goes too.
 */
export async function dropWhatsAppPairings(db: Executor): Promise<boolean> {
  await sql`delete from whatsapp_keys`.execute(db)
  await sql`delete from whatsapp_inbound`.execute(db)
  const { numAffectedRows } = await sql`
    update whatsapp_accounts set creds = null, phone = null where creds is not null`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Whether keys that were stored under the one secret are found under the other. */
export function hasSameKeyNames(one: Secrets, other: Secrets): boolean {
  return keyName(one, '', '').equals(keyName(other, '', ''))
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
    content: entry?.keep === false ? null : sealInbound(secrets, account, digest, content),
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
