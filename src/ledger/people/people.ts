import { knownZone } from '../../access/known-zone.ts'
import type { PersonEntry } from '../../access/load-people.ts'
import type { Person } from '../../access/person.ts'
import { sameLine } from '../../access/same-line.ts'
import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { lockPeopleTable, personRow } from './person-row.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isVouched, maySpeak, maySpeakOrTell, vouchFor, type Vouching } from './vouched-people.ts'

const forgottenPurpose = 'forgotten-phone'

/** Where the people file differs from what the chat has made of somebody. */
export type PeopleConflict = {
  /** `null` for somebody who was forgotten, of whom nothing is kept. */
  readonly personId: string | null
  /** The columns that stay as the chat left them. */
  readonly fields: readonly string[]
}

/**
 * Makes the people of the file the people of the ledger; whoever came from a file and is no longer in it has no rights.
 *
 * What the chat changed stays: each person remembers which of `name`, `roles`, `language`, `time_zone` and `active` were
 * last changed in the chat (`chat_fields`), and the file, which is older news at every start, writes only the others.
 * Somebody added in the chat is never removed by the file, and somebody forgotten there is not brought back by it. To let
 * the file decide again, remove the person in the chat and add them anew under the file's number. Changes to who may do what
 * become evidence, as they do when the chat makes them. For somebody whom nobody vouches for (`vouched-people.ts`), what
 * their row says about the chat does not count: the file decides. Returns where file and chat differ, for the log.
 * @param db a transaction
 */
export async function syncPeople(
  db: Executor,
  entries: readonly PersonEntry[],
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<readonly PeopleConflict[]> {
  await lockPeopleTable(db)
  const before = await rightsOfAll(db, secrets)
  const conflicts = await storePeople(db, entries, { secrets, now })
  const after = await rightsOfAll(db, secrets)
  const changed = [...after].filter(([id, rights]) => before.get(id)?.join(' ') !== rights.join(' '))
  await appendEvidence(
    db,
    secrets,
    changed.map(([person, roles]) => ({
      at: now,
      kind: 'people.file',
      personId: person,
      facts: { roles: [...roles], before: [...(before.get(person) ?? [])] },
    })),
  )
  return conflicts
}

/** Everybody's rights by now, by id: the roles of those who may speak, none for those who may not. */
async function rightsOfAll(db: Executor, secrets: Secrets): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('people').selectAll().execute()
  return new Map(rows.map((row) => [row.id, maySpeak(secrets, row) ? row.roles.toSorted() : []]))
}

async function storePeople(
  db: Executor,
  entries: readonly PersonEntry[],
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<readonly PeopleConflict[]> {
  const conflicts: PeopleConflict[] = []
  const phones: string[] = []
  for (const entry of entries) {
    if (await isForgotten(db, secrets, entry.phone)) {
      conflicts.push({ personId: null, fields: ['active'] })
      continue
    }
    const row = await personRow(db, entry.phone)
    const heeded = row === null || isVouched(secrets, row) ? row : await takeFromChat(db, row)
    const conflict = heeded === null ? null : conflictOf(heeded, entry)
    if (conflict !== null) conflicts.push(conflict)
    const phone = row?.phone ?? entry.phone
    await vouchFor(db, secrets, await storeEntry(db, { ...entry, phone }))
    phones.push(phone)
  }
  await removeOthers(db, phones, { secrets, now })
  return conflicts
}

/** Removes whoever came from a file and is no longer in it, unless the chat has brought them back. */
async function removeOthers(
  db: Executor,
  phones: readonly string[],
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<void> {
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where('source', '=', 'file')
    .where('active', '=', true)
    .where(sql<boolean>`not ('active' = any(chat_fields))`)
    .$if(phones.length > 0, (query) => query.where('phone', 'not in', phones))
    .execute()
  for (const row of rows) {
    if (!isVouched(secrets, row)) continue
    await db.updateTable('people').set({ active: false, removed_at: now }).where('id', '=', row.id).execute()
    await vouchFor(db, secrets, { ...row, active: false })
  }
}

/** From now on the chat counts as having changed nothing about this person. */
async function takeFromChat(db: Executor, { id }: PersonRow): Promise<PersonRow> {
  return db.updateTable('people').set({ chat_fields: [] }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

async function storeEntry(db: Executor, { phone, name, roles, language, timeZone }: PersonEntry): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    insert into people (phone, name, roles, language, time_zone, active, source)
    values (${phone}, ${name}, ${[...roles]}::text[], ${language}, ${timeZone}, true, 'file')
    on conflict (phone) do update set
      name = ${unlessChat('name')}, roles = ${unlessChat('roles')}, language = ${unlessChat('language')},
      time_zone = ${unlessChat('time_zone')}, active = ${unlessChat('active')},
      source = case when people.chat_fields = '{}' then 'file' else people.source end
    returning *`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('What is stored in the table of people is given back')
  return row
}

/** The file's value of a column, unless the chat has changed it. */
function unlessChat(column: 'name' | 'roles' | 'language' | 'time_zone' | 'active') {
  const [kept, given] = [sql.ref(`people.${column}`), sql.ref(`excluded.${column}`)]
  return sql`case when ${column} = any(people.chat_fields) then ${kept} else ${given} end`
}

type PersonRow = NonNullable<Awaited<ReturnType<typeof personRow>>>

function conflictOf(row: PersonRow, entry: PersonEntry): PeopleConflict | null {
  const differs: Readonly<Record<string, boolean>> = {
    name: row.name !== entry.name,
    roles: row.roles.toSorted().join(' ') !== entry.roles.toSorted().join(' '),
    language: row.language !== entry.language,
    time_zone: row.time_zone !== entry.timeZone,
    active: !row.active,
  }
  const fields = row.chat_fields.filter((field) => differs[field] === true)
  return fields.length === 0 ? null : { personId: row.id, fields }
}

/**
 * What is kept of a forgotten person so that the people file does not bring them back: a code that only the secret can make.
 */
export function forgottenMac(secrets: Secrets, phone: string): Buffer {
  return secrets.mac(forgottenPurpose, phone)
}

/**
 * The same with every secret that the ledger has had, and for every number of the line: one of them finds a person who was
 * forgotten.
 */
export function forgottenMacs(secrets: Secrets, phone: string): Buffer[] {
  return sameLine(phone).flatMap((line) => secrets.macs(forgottenPurpose, line))
}

async function isForgotten(db: Executor, secrets: Secrets, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('forgotten_phones')
    .select('at')
    .where('mac', 'in', forgottenMacs(secrets, phone))
    .executeTakeFirst()
  return row !== undefined
}

/** Who speaks under an identity, with their rights at this moment; `null` for a stranger (invariant 6). */
export async function findPerson(db: Executor, vouching: Vouching, identityId: string): Promise<Person | null> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('people', (join) =>
      join.onRef('people.phone', '=', 'identities.value').on('identities.kind', '=', 'phone'),
    )
    .selectAll('people')
    .where('identities.id', '=', identityId)
    .executeTakeFirst()
  return row !== undefined && maySpeakOrTell(vouching, row) ? personOf(row) : null
}

/**
 * Who said what is in a row of the inbox. They must be known by the very number that the row is vouched for with: by now the
 * tables may attribute the identity to another number.
 */
export async function findSpeaker(
  db: Executor,
  vouching: Vouching,
  { senderId, from }: { readonly senderId: string; readonly from: string },
): Promise<Person | null> {
  const person = await findPerson(db, vouching, senderId)
  return person?.phone === from ? person : null
}

/**
 * Who said what is in a row of the inbox, if they were removed since: `null` for whoever may speak, never could, or has been
 * forgotten.
 */
export async function findRemoved(
  db: Executor,
  secrets: Secrets,
  { senderId, from }: { readonly senderId: string; readonly from: string },
): Promise<Person | null> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('people', (join) =>
      join.onRef('people.phone', '=', 'identities.value').on('identities.kind', '=', 'phone'),
    )
    .selectAll('people')
    .where('identities.id', '=', senderId)
    .where('people.phone', '=', from)
    .where('people.active', '=', false)
    .executeTakeFirst()
  return row !== undefined && isVouched(secrets, row) ? personOf(row) : null
}

/** Somebody by our id; `null` when they may not speak (any more). */
export async function personWithId(db: Executor, secrets: Secrets, id: string): Promise<Person | null> {
  const row = await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && maySpeak(secrets, row) ? personOf(row) : null
}

/** Who asked for a command, with their rights at this moment; `null` when they may not speak (any more). */
export async function actorOf(db: Executor, vouching: Vouching, commandId: string): Promise<Person | null> {
  const row = await db
    .selectFrom('envelopes')
    .innerJoin('people', 'people.id', 'envelopes.person_id')
    .selectAll('people')
    .where('command_id', '=', commandId)
    .executeTakeFirst()
  return row !== undefined && maySpeakOrTell(vouching, row) ? personOf(row) : null
}

/** A row of `people` in the form that is used everywhere else. */
export function personOf(row: {
  readonly id: string
  readonly phone: string
  readonly name: string
  readonly roles: string[]
  readonly language: string
  readonly time_zone: string
  readonly removed_at: Date | null
}): Person {
  const { id, phone, name, roles, language, time_zone: timeZone, removed_at: removedAt } = row
  // An older or newer version may have stored it, with a time zone that this one does not know.
  const person = { id, phone, name, roles, language, timeZone: knownZone(timeZone) }
  return removedAt === null ? person : { ...person, removedAt: removedAt.toISOString() }
}
