/**
 * Forgetting somebody. What is personal goes: what they wrote and were told, what they asked for and what others asked for
 * about them, whatever else others wrote and were told that names them (mentions.ts), the payloads of the evidence, their
 * numbers and name, those of before included (former-numbers.ts). What others did with what the business has stays whole but for words that mean them (commands-naming.ts). What serves as proof stays; docs/decisions/010-what-forgetting-leaves.md says why.
 *
 * A command that is still running, such as the one that forgets, cannot be erased under its worker; it is noted, and
 * `finishErasures` erases it once it has ended and been reported. So it is with words that mean them in what others do (unfinished-strikes.ts).
 */
import { sql } from 'kysely'
import { commandsNaming, type Known } from './commands-naming.ts'
import type { Executor, LedgerDb } from '../database.ts'
import { eraseCommands, eraseMentions, eraseMessages, erasePayloads } from './erase-commands.ts'
import { namesOf } from '../people/former-names.ts'
import { formerSelves, type Self } from '../people/former-numbers.ts'
import { anyOf, nameMentions, numberMention } from '../people/mentions.ts'
import { blankReplies } from '../talk/blank-replies.ts'
import { checkReach, keepAnOwner, lockPeople, refused, type PeopleChange } from '../people/people-changes.ts'
import { forgottenMac, personOf } from '../people/people.ts'
import { numbersOf, personRow } from '../people/person-row.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { finishStrikes, strikeCommands } from './unfinished-strikes.ts'
import { isVouched, maySpeak, vouchFor } from '../people/vouched-people.ts'
import { forgetContact } from '../whatsapp/whatsapp-contacts.ts'
import { evidenceOfTurnedAway } from './turned-away.ts'

/** How long after its end a command may still be reported and repeated, in milliseconds; until then its texts are needed. */
const settledForMs = 10 * 60_000
const batchSize = 100
/** How long one statement of it may take: what is to be gone must go, however much is kept. */
const finishWithinMs = 8 * 60_000

/** How much was forgotten, and which commands it concerns. */
export type Forgotten = {
  readonly personId: string
  /** Who they were under the numbers that they had before. */
  readonly former: readonly string[]
  readonly messages: number
  readonly commands: number
  readonly payloads: number
  /** All commands by them or about them: the caller removes the files that any of them wrote from what the ledger held. */
  readonly about: readonly string[]
}

/**
 * Forgets a person, in the caller's transaction. They have no rights any more, the people file does not bring them back, and
 * under the same number they are a stranger. Of somebody who was removed the rights of before count: what an owner did is not
 * for everybody to erase who may erase.
 * @throws UserError `precondition_failed`: nobody has this number, it is the actor, they have or had rights that the actor lacks,
 *   they are the last owner, or something is still under way with them
 */
export async function forgetPerson(
  db: Executor,
  secrets: Secrets,
  { phone, now, ...change }: PeopleChange & { readonly phone: string; readonly now: Date },
): Promise<Forgotten> {
  const actor = await lockPeople(db, secrets, change)
  const row = await personRow(db, phone)
  if (row === null) throw refused('Nobody has this number')
  if (row.id === actor.id) throw refused('Nobody forgets themselves; another owner does it')
  const person = personOf(row)
  const roles = isVouched(secrets, row) ? person.roles : []
  for (const role of roles) checkReach(actor, role, change.rules)
  if (maySpeak(secrets, row)) await keepAnOwner(db, secrets, person)
  const former = await formerSelves(db, person.id)
  const selves = [person, ...former.map((self) => ({ ...self, name: person.name }))]
  const ids = selves.map(({ id }) => id)
  const numbers = (await Promise.all(selves.map(({ phone: number }) => numbersOf(db, number)))).flat()
  const identities = await lockIdentities(db, numbers)
  await refuseUnderWay(db, ids, identities)
  const names = (await Promise.all(selves.map((self) => namesOf(db, secrets, self)))).flat()
  const known: Known = {
    ids,
    phones: selves.map(({ phone: number }) => number),
    byNumber: anyOf(selves.map(({ phone: number }) => numberMention(number))),
    byName: nameMentions([...new Set(names)]),
  }
  const { theirs: commands, others } = await commandsNaming(db, known)
  const messages = await eraseMessages(db, identities)
  await blankReplies(db, secrets, { recipients: identities }, now)
  await db
    .deleteFrom('sessions')
    .where('identity_id', 'in', [none, ...identities])
    .execute()
  const erased = await eraseCommands(db, secrets, commands, now)
  const asStranger = await evidenceOfTurnedAway(db, identities)
  const theirPayloads = sql`(e.person_id = any(${ids}::uuid[]) or e.facts->>'person' = any(${ids}::text[])
    or e.id = any(${[...asStranger]}::bigint[]))`
  const { numAffectedRows } = await erasePayloads(db, theirPayloads, now)
  await strikeCommands(db, secrets, others, now)
  const mentions = await eraseMentions(db, secrets, { mention: anyOf([known.byNumber, ...known.byName]), others }, now)
  for (const self of selves) await nameNobody(db, secrets, self, now)
  await leaveNumbers(db, { numbers, identities })
  return {
    personId: person.id,
    former: former.map(({ id }) => id),
    messages: messages + mentions.messages,
    commands: erased.commands,
    payloads: Number(numAffectedRows ?? 0n) + erased.payloads + mentions.payloads,
    about: commands,
  }
}

/**
 * Erases commands that were still under way when somebody was forgotten, or strikes out of them what means that person, once they
 * have ended and been reported. Returns how many.
 */
export async function finishErasures(
  db: LedgerDb,
  { secrets, clock }: { readonly secrets: Secrets; readonly clock: () => Date },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${`${finishWithinMs}ms`}, true)`.execute(trx)
    const now = clock()
    const before = new Date(now.getTime() - settledForMs)
    const { rows } = await sql<{ command_id: string }>`
      select u.command_id from unfinished_erasures u join envelopes e on e.command_id = u.command_id
      where e.status not in ('accepted', 'confirmed') and e.settled_at <= ${before}
        and not exists (select from inbox i where i.message_id = u.command_id::text and i.done_at is null)
        and not exists (select from outbox o where o.command_id = u.command_id and o.sent_at is null)
      limit ${batchSize} for update of u skip locked`.execute(trx)
    const ids = rows.map(({ command_id: id }) => id)
    const { commands } = await eraseCommands(trx, secrets, ids, now)
    await trx
      .deleteFrom('unfinished_erasures')
      .where('command_id', 'in', [none, ...ids])
      .execute()
    return commands + (await finishStrikes(trx, secrets, { before, now }))
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
async function refuseUnderWay(db: Executor, ids: readonly string[], identities: readonly string[]): Promise<void> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from envelopes where person_id = any(${[...ids]}::uuid[]) and status in ('accepted', 'confirmed'))
      or exists (select from inbox where sender_id = any(${[...identities]}::uuid[]) and done_at is null) as busy`.execute(
    db,
  )
  if (rows[0]?.busy !== true) return
  throw refused('Something is still under way with them; try again in a few minutes')
}

/** What stands where the number was, beside the id. */
const nobody = sql<string>`'forgotten:' || id`

/** Takes name and number out of a person's row, which stays because others refer to it. */
async function nameNobody(db: Executor, secrets: Secrets, { id, phone }: Self, now: Date): Promise<void> {
  const row = await db
    .updateTable('people')
    .set({ phone: nobody, name: '', roles: [], active: false, source: 'chat', chat_fields: [], forgotten_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await vouchFor(db, secrets, row)
  await db
    .insertInto('forgotten_phones')
    .values({ mac: forgottenMac(secrets, phone), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes these numbers out of all that a channel knows by them. */
async function leaveNumbers(
  db: Executor,
  { numbers, identities }: { readonly numbers: readonly string[]; readonly identities: readonly string[] },
): Promise<void> {
  await forgetContact(db, numbers)
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
