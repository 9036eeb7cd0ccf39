/**
 * Taking what is personal out of commands and of what was written, told and recorded for them. Each command from which something
 * went leaves evidence of that.
 */
import { sql, type RawBuilder } from 'kysely'
import { digestOf } from '../../envelope/digest.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { strike } from '../../envelope/struck.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import { openPayload } from '../evidence/evidence-payload.ts'
import { isMentioned, mentionsSql, type Mention } from '../people/mentions.ts'
import { blankMentions, blankReplies } from '../talk/blank-replies.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** How many sealed texts are opened at a time when looking for a name. */
const searchedAtOnce = 500

/** Ended, and reported. */
const isOver = sql`(e.status not in ('accepted', 'confirmed')
  and not exists (select from outbox o where o.command_id = e.command_id and o.sent_at is null))`

export async function eraseMessages(db: Executor, identities: readonly string[]): Promise<number> {
  return eraseBodies(db, sql`sender_id = any(${[...identities]}::uuid[])`)
}

async function eraseBodies(db: Executor, where: RawBuilder<unknown>): Promise<number> {
  const body = { mentions: false, quoted: null, forwarded: false, content: { kind: 'text', text: '' } }
  const { numAffectedRows } = await sql`
    update inbox set body = ${JSON.stringify(body)}::jsonb, code = null where kind = 'message' and done_at is not null and (${where})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Whether a message asked for any of these commands. Which ones did is read first: few of them are found by index among all that was written. */
async function isAskedIn(db: Executor, commandIds: readonly string[]): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ chat: string; message: string }>`
    select e.chat_id as chat, asked.id as message
    from envelopes e, jsonb_array_elements_text(e.document->'trace'->'message_ids') asked(id)
    where e.command_id = any(${[...commandIds]}::uuid[])`.execute(db)
  const [chats, messages] = [rows.map(({ chat }) => chat), rows.map(({ message }) => message)]
  return sql`(chat_id, message_id) in (select * from unnest(${chats}::uuid[], ${messages}::text[]))`
}

/** What mentions somebody, and what does so in commands that are not theirs; `null`: nothing does. */
type Meant = { readonly mention: Mention; readonly others: ReadonlyMap<string, Mention | null> }

/** Removes what others have open that mentions somebody, but for what waits for their yes and means somebody else. */
async function eraseOpen(db: Executor, { mention, others }: Meant): Promise<void> {
  const spared = [...others].flatMap(([commandId, meant]) => (meant === null ? [commandId] : []))
  await sql`delete from sessions where ${mentionsSql(mention, sql`state::text`)} and not exists (
    select from envelopes e where e.command_id = any(${spared}::uuid[]) and e.status = 'accepted'
      and e.chat_id = sessions.chat_id and e.identity_id = sessions.identity_id)`.execute(db)
}

function isNamed(by: Mention): RawBuilder<boolean> {
  return mentionsSql(by, sql`body::text`)
}

/** Removes messages that mention somebody; one that asked for a command of somebody else goes only if it is them who is meant there. */
async function eraseSaid(db: Executor, { mention, others }: Meant): Promise<number> {
  let messages = await eraseBodies(db, sql`${isNamed(mention)} and not ${await isAskedIn(db, [...others.keys()])}`)
  for (const [commandId, meant] of others)
    if (meant !== null)
      messages += await eraseBodies(db, sql`${isNamed(meant)} and ${await isAskedIn(db, [commandId])}`)
  return messages
}

/** Removes what others wrote, were told or have open that names somebody and is not part of a command that does. */
export async function eraseMentions(
  db: Executor,
  secrets: Secrets,
  meant: Meant,
  now: Date,
): Promise<{ readonly messages: number; readonly payloads: number }> {
  const messages = await eraseSaid(db, meant)
  await eraseOpen(db, meant)
  const mentionIn = (commandId: string | null): Mention | null => {
    const known = commandId === null ? undefined : meant.others.get(commandId)
    return known === undefined ? meant.mention : known
  }
  await blankMentions(db, secrets, mentionIn, now)
  let payloads = 0
  for (let after = '0'; ;) {
    const { rows } = await sql<{ id: string; command_id: string | null; digest: Buffer; payload: Buffer }>`
      select e.id, e.command_id, e.payload_digest as digest, p.payload from evidence_payloads p join evidence e on e.id = p.evidence_id
      where p.payload is not null and e.id > ${after}::bigint and p.evidence_id > ${after}::bigint order by e.id limit ${searchedAtOnce}`.execute(
      db,
    )
    const named = rows.filter(({ command_id: commandId, digest, payload }) => {
      const mention = mentionIn(commandId)
      return mention !== null && isMentioned(mention, openPayload(secrets, digest, payload))
    })
    if (named.length > 0) {
      const ids = sql`${named.map(({ id }) => id)}::bigint[]`
      const { numAffectedRows } = await erasePayloads(db, sql`e.id = any(${ids})`, now)
      payloads += Number(numAffectedRows ?? 0n)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < searchedAtOnce) return { messages, payloads }
    after = last.id
  }
}

/**
 * Removes what is personal from commands: document, outcome, journal, what was said to ask for them and in answer. Each
 * erasure leaves evidence.
 */
export async function eraseCommands(
  db: Executor,
  secrets: Secrets,
  ids: readonly string[],
  now: Date,
): Promise<{ readonly commands: number; readonly payloads: number }> {
  if (ids.length === 0) return { commands: 0, payloads: 0 }
  const list = sql`${[...ids]}::uuid[]`
  await sql`
    insert into unfinished_erasures (command_id, since)
    select command_id, ${now} from envelopes e where command_id = any(${list}) and not (${isOver})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ command_id: string }>`
    select command_id from envelopes e where command_id = any(${list}) and ${isOver} and erased_at is null for update`.execute(
    db,
  )
  const over = rows.map(({ command_id: id }) => id)
  const settled = sql`${over}::uuid[]`
  // Before the documents go, because they say which messages asked for them.
  await eraseBodies(db, await isAskedIn(db, over))
  await sql`
    update envelopes set document = erased_document(document), outcome = erased_outcome(outcome), target_id = null,
      token_mac = null, erased_at = ${now} where command_id = any(${settled})`.execute(db)
  await sql`insert into evidence (at, kind, command_id, facts)
    select ${now}, 'command.erased', id, '{}' from unnest(${settled}) as id`.execute(db)
  await sql`update journal set entry = erased_entry(entry) where command_id = any(${settled})`.execute(db)
  await blankReplies(db, secrets, { commands: over }, now)
  await sql`update admin_effects set output = '{}' where split_part(effect_id, '/', 1) = any(${over}::text[])`.execute(
    db,
  )
  const { numAffectedRows } = await erasePayloads(db, sql`e.command_id = any(${settled})`, now)
  return { commands: over.length, payloads: Number(numAffectedRows ?? 0n) }
}

/**
 * Strikes words that mean somebody out of a command that is over and stays. The evidence keeps the digests of what is left, by which
 * it is proved from then on. `false`: it is not over yet, or nothing of it is left.
 */
export async function strikeCommand(
  db: Executor,
  { commandId, mention, now }: { readonly commandId: string; readonly mention: Mention; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ document: Envelope; outcome: Json }>`
    select document, outcome from envelopes e
    where command_id = ${commandId} and erased_at is null and ${isOver} for update`.execute(db)
  const [row] = rows
  if (row === undefined) return false
  const isMeant = (part: string | number) => isMentioned(mention, part)
  const { args, trace } = row.document
  const audio = trace.audio === undefined ? {} : { audio: strike(trace.audio, isMeant) }
  const document: Json = { ...row.document, args: strike(args, isMeant), trace: { ...trace, ...audio } }
  const outcome = isJsonObject(row.outcome)
    ? withStruck(row.outcome, ['outputs', 'explanation', 'said'], isMeant)
    : null
  await sql`update envelopes set document = ${JSON.stringify(document)}::jsonb,
    outcome = ${outcome === null ? null : JSON.stringify(outcome)}::jsonb, struck_at = ${now} where command_id = ${commandId}`.execute(
    db,
  )
  const facts = { digest: digestOf(document), outcome: outcome === null ? null : digestOf(outcome) }
  await sql`insert into evidence (at, kind, command_id, facts)
    values (${now}, 'command.struck', ${commandId}, ${JSON.stringify(facts)}::jsonb)`.execute(db)
  const journal = await sql<{ seq: string; entry: Json }>`
    select seq, entry from journal where command_id = ${commandId}`.execute(db)
  for (const { seq, entry } of journal.rows)
    await sql`update journal set entry = ${JSON.stringify(strike(entry, isMeant))}::jsonb where seq = ${seq}`.execute(
      db,
    )
  return true
}

/** Empties what the evidence keeps about a command and mentions somebody. */
export async function erasePayloadsNaming(
  db: Executor,
  secrets: Secrets,
  { commandId, mention }: { readonly commandId: string; readonly mention: Mention },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string; digest: Buffer; payload: Buffer }>`
    select e.id, e.payload_digest as digest, p.payload from evidence_payloads p join evidence e on e.id = p.evidence_id
    where p.payload is not null and e.command_id = ${commandId}`.execute(db)
  const named = rows.filter(({ digest, payload }) => isMentioned(mention, openPayload(secrets, digest, payload)))
  if (named.length > 0) await erasePayloads(db, sql`e.id = any(${named.map(({ id }) => id)}::bigint[])`, now)
}

function withStruck(
  whole: JsonObject,
  names: readonly string[],
  isMeant: (part: string | number) => boolean,
): JsonObject {
  const parts = Object.entries(whole).filter(([name]) => names.includes(name))
  return { ...whole, ...Object.fromEntries(parts.map(([name, part]) => [name, strike(part, isMeant)])) }
}

export function erasePayloads(db: Executor, where: RawBuilder<unknown>, now: Date) {
  return sql`
    update evidence_payloads set payload = null, erased_at = ${now} from evidence e
    where e.id = evidence_payloads.evidence_id and evidence_payloads.payload is not null and ${where}`.execute(db)
}
