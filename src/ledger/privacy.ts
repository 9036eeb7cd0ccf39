/**
 * Forgetting somebody. What is personal goes: what they wrote and were told, what they asked for and what others asked for
 * about them, whatever else others wrote and were told that names them (mentions.ts), the payloads of the evidence, their
 * number and name. What serves as proof stays; docs/decisions/010-what-forgetting-leaves.md says why.
 *
 * A command that is still running, such as the one that forgets, cannot be erased under its worker; it is noted, and
 * `finishErasures` erases it once it has ended and been reported.
 */
import { sql, type RawBuilder } from 'kysely'
import { UserError } from '../errors.ts'
import type { Executor, LedgerDb } from './database.ts'
import { openPayload } from './evidence-payload.ts'
import { formerNames } from './former-names.ts'
import { isMentioned, mentionOf, mentionsSql, type Mention } from './mentions.ts'
import { blankMentions, blankReplies } from './outbox.ts'
import { keepAnOwner } from './people-changes.ts'
import { forgottenMac, personOf } from './people.ts'
import { lockPeopleTable, numbersOf, personRow } from './person-row.ts'
import type { Secrets } from './secrets.ts'
import { maySpeak, vouchFor } from './vouched-people.ts'
import { forgetContact } from './whatsapp-contacts.ts'

/** How long after its end a command may still be reported and repeated, in milliseconds; until then its texts are needed. */
const settledForMs = 10 * 60_000
const batchSize = 100
/** How many sealed texts are opened at a time when looking for a name. */
const searchedAtOnce = 500

/** How much was forgotten, and which commands it concerns. */
export type Forgotten = {
  readonly personId: string
  readonly messages: number
  readonly commands: number
  readonly payloads: number
  /** All commands by them or about them: the caller removes the files that any of them wrote from what the ledger held. */
  readonly about: readonly string[]
}

/**
 * Forgets a person, in the caller's transaction. They have no rights any more, the people file does not bring them back, and
 * under the same number they are a stranger.
 * @throws UserError `precondition_failed`: nobody has this number, it is the actor, the last owner, or somebody with whom
 *   something is still under way
 */
export async function forgetPerson(
  db: Executor,
  secrets: Secrets,
  { actorId, phone, now }: { readonly actorId: string; readonly phone: string; readonly now: Date },
): Promise<Forgotten> {
  await lockPeopleTable(db)
  const row = await personRow(db, phone)
  if (row === null) throw new UserError('precondition_failed', 'Nobody has this number')
  if (row.id === actorId) throw new UserError('precondition_failed', 'Nobody forgets themselves; another owner does it')
  const person = personOf(row)
  if (maySpeak(secrets, row)) await keepAnOwner(db, secrets, person)
  const numbers = await numbersOf(db, person.phone)
  const identities = await lockIdentities(db, numbers)
  await refuseUnderWay(db, person.id, identities)
  const mention = mentionOf({ ...person, formerNames: await formerNames(db, secrets, person.id) })
  const commands = await commandsAbout(db, person.id, mention)
  const messages = await eraseMessages(db, identities)
  await blankReplies(db, secrets, { recipients: identities }, now)
  await db
    .deleteFrom('sessions')
    .where('identity_id', 'in', [none, ...identities])
    .execute()
  const erased = await eraseCommands(db, secrets, commands, now)
  const { numAffectedRows } = await erasePayloads(
    db,
    sql`(e.person_id = ${person.id} or e.facts->>'person' = ${person.id})`,
    now,
  )
  const mentions = await eraseMentions(db, secrets, mention, now)
  await nameNobody(db, secrets, { personId: person.id, phone: person.phone, numbers, identities, now })
  return {
    personId: person.id,
    messages: messages + mentions.messages,
    commands: erased.commands,
    payloads: Number(numAffectedRows ?? 0n) + erased.payloads + mentions.payloads,
    about: commands,
  }
}

/**
 * Erases commands that were still under way when somebody was forgotten, once they have ended and been reported. Returns how
 * many.
 */
export async function finishErasures(
  db: LedgerDb,
  { secrets, clock }: { readonly secrets: Secrets; readonly clock: () => Date },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const { rows } = await sql<{ command_id: string }>`
      select u.command_id from unfinished_erasures u join envelopes e on e.command_id = u.command_id
      where e.status not in ('accepted', 'confirmed') and e.settled_at <= ${new Date(now.getTime() - settledForMs)}
        and not exists (select from inbox i where i.message_id = u.command_id::text and i.done_at is null)
        and not exists (select from outbox o where o.command_id = u.command_id and o.sent_at is null)
      limit ${batchSize} for update of u skip locked`.execute(trx)
    const ids = rows.map(({ command_id: id }) => id)
    const { commands } = await eraseCommands(trx, secrets, ids, now)
    await trx
      .deleteFrom('unfinished_erasures')
      .where('command_id', 'in', [none, ...ids])
      .execute()
    return commands
  })
}

/** Fills a list that must not be empty; no row has this id. */
const none = '00000000-0000-0000-0000-000000000000'

/** Locks their identities: whoever writes under one of them waits until the transaction ends, and is then somebody new. */
async function lockIdentities(db: Executor, numbers: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('id')
    .where('kind', '=', 'phone')
    .where('value', 'in', numbers)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Refuses while something is under way: its answer would go to a number that is no longer kept. */
async function refuseUnderWay(db: Executor, personId: string, identities: readonly string[]): Promise<void> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from envelopes where person_id = ${personId} and status in ('accepted', 'confirmed'))
      or exists (select from inbox where sender_id = any(${[...identities]}::uuid[]) and done_at is null) as busy`.execute(
    db,
  )
  if (rows[0]?.busy !== true) return
  throw new UserError('precondition_failed', 'Something is still under way with them; try again in a few minutes')
}

/** All that a command says except its chain, which comes from the catalogue, is most of the text, and stays. */
const personal = sql`(document #- '{sayso,chain}')::text || coalesce(outcome::text, '')`

/**
 * Commands that they asked for, and commands that name them: in their arguments, in what was heard for them, in what they
 * showed or what they returned.
 */
async function commandsAbout(db: Executor, personId: string, mention: Mention): Promise<readonly string[]> {
  const { rows } = await sql<{ command_id: string }>`
    select command_id from envelopes where erased_at is null and (person_id = ${personId}
      or ${mentionsSql(mention, personal)})`.execute(db)
  return rows.map(({ command_id: id }) => id)
}

/** Ended, and reported. */
const isOver = sql`(e.status not in ('accepted', 'confirmed')
  and not exists (select from outbox o where o.command_id = e.command_id and o.sent_at is null))`

async function eraseMessages(db: Executor, identities: readonly string[]): Promise<number> {
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

/** Removes what others wrote, were told or have open that names somebody and is not part of a command that does. */
async function eraseMentions(db: Executor, secrets: Secrets, mention: Mention, now: Date) {
  const messages = await eraseBodies(db, mentionsSql(mention, sql`body::text`))
  await sql`delete from sessions where ${mentionsSql(mention, sql`state::text`)}`.execute(db)
  await blankMentions(db, secrets, mention, now)
  let payloads = 0
  for (let after = '0'; ;) {
    const { rows } = await sql<{ id: string; digest: Buffer; payload: Buffer }>`
      select e.id, e.payload_digest as digest, p.payload from evidence_payloads p join evidence e on e.id = p.evidence_id
      where p.payload is not null and e.id > ${after}::bigint and p.evidence_id > ${after}::bigint order by e.id limit ${searchedAtOnce}`.execute(
      db,
    )
    const named = rows.filter(({ digest, payload }) => isMentioned(mention, openPayload(secrets, digest, payload)))
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
async function eraseCommands(
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
  await eraseBodies(
    db,
    sql`(chat_id, message_id) in (select e.chat_id, asked.id
      from envelopes e, jsonb_array_elements_text(e.document->'trace'->'message_ids') asked(id)
      where e.command_id = any(${settled}))`,
  )
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

function erasePayloads(db: Executor, where: RawBuilder<unknown>, now: Date) {
  return sql`
    update evidence_payloads set payload = null, erased_at = ${now} from evidence e
    where e.id = evidence_payloads.evidence_id and evidence_payloads.payload is not null and ${where}`.execute(db)
}

/** Takes name and number out of their rows, which stay because others refer to them. */
async function nameNobody(
  db: Executor,
  secrets: Secrets,
  {
    personId,
    phone,
    numbers,
    identities,
    now,
  }: {
    personId: string
    phone: string
    numbers: readonly string[]
    identities: readonly string[]
    now: Date
  },
): Promise<void> {
  const nobody = sql<string>`'forgotten:' || id`
  await forgetContact(db, numbers)
  const row = await db
    .updateTable('people')
    .set({ phone: nobody, name: '', roles: [], active: false, source: 'chat', chat_fields: [], forgotten_at: now })
    .where('id', '=', personId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await vouchFor(db, secrets, row)
  await db
    .insertInto('forgotten_phones')
    .values({ mac: forgottenMac(secrets, phone), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('identities')
    .set({ value: nobody })
    .where('id', 'in', [none, ...identities])
    .execute()
  await db
    .updateTable('chats')
    .set({ external: nobody })
    .where('kind', '=', 'private')
    .where('external', 'in', numbers)
    .execute()
  await db
    .deleteFrom('lockouts')
    .where('identity_id', 'in', [none, ...identities])
    .execute()
}
