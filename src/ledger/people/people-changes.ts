/**
 * Changes to people that are made in the chat. Each locks the table first, so that of two at once the second sees what the
 * first has done: the last owner is never lost between them. Each runs in the caller's transaction, and what it throws is a
 * `UserError` after which nothing has changed.
 */
import { sql } from 'kysely'
import type { Roles } from '../../access/grant.ts'
import { languageOfPhone } from '../../access/language-of-phone.ts'
import { mayGive } from '../../access/may-give.ts'
import { ownerRole } from '../../access/owner.ts'
import { isWellNamed } from '../../access/person-name.ts'
import type { Person } from '../../access/person.ts'
import { normalisePhone } from '../../access/phone.ts'
import { zoneNamed } from '../../access/find-zones.ts'
import { zoneOfPhone } from '../../access/zone-of-phone.ts'
import { UserError } from '../../errors.ts'
import { bringIn } from './bring-in.ts'
import type { Executor } from '../database.ts'
import { isNameTaken } from './people-list.ts'
import { hasOwner } from './owners.ts'
import { personOf, personWithId } from './people.ts'
import { lockPeopleTable, personRow, rowsOfLine } from './person-row.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isVouched, vouchFor } from './vouched-people.ts'

/** What changes to people are checked against: the catalogue's roles and languages. */
export type PeopleRules = { readonly roles: Roles; readonly languages: readonly string[] }

/** Who makes a change, and under which rules. */
export type PeopleChange = { readonly actorId: string; readonly rules: PeopleRules }

/**
 * Adds somebody, or brings back somebody whom the chat or the file had removed, with this one role, in the language and the
 * time zone of their number, or else the actor's. If they are locked out, the lockout is lifted.
 * @throws UserError `precondition_failed`: the phone, the name or the role is not acceptable, or they are here already
 */
export async function addPerson(
  db: Executor,
  secrets: Secrets,
  {
    phone,
    name,
    role,
    ...change
  }: PeopleChange & { readonly phone: string; readonly name: string; readonly role: string },
): Promise<Person> {
  const actor = await lockPeople(db, secrets, change)
  const number = normalisePhone(phone)
  if (number === null) throw refused('The phone number is not written with its country, like +5511990000001')
  checkName(name)
  checkGiven(actor, role, change.rules)
  const known = await rowsOfLine(db, number)
  if (known.some(({ active }) => active)) throw refused('They are here already; GRANT_ROLE gives a role')
  const rights = { name, roles: [role] }
  const first = {
    ...rights,
    language: spokenBy(number, change.rules) ?? actor.language,
    time_zone: zoneOfPhone(number) ?? actor.timeZone,
  }
  return bringIn(db, secrets, { number, known, first, again: rights })
}

/** The language in which a stranger with this number was answered; `null` when it is not spoken here. */
function spokenBy(phone: string, { languages }: PeopleRules): string | null {
  const language = languageOfPhone(phone)
  return languages.includes(language) ? language : null
}

/**
 * Takes all rights from somebody, at once; what they did stays in the ledger. Somebody whom nobody vouches for
 * (`vouched-people.ts`) has none, and can be removed by anybody who may remove people.
 * @throws UserError `precondition_failed`: nobody active has this number, they have rights that the actor lacks, or they are
 *   the last owner
 */
export async function removePerson(
  db: Executor,
  secrets: Secrets,
  { phone, now, ...change }: PeopleChange & { readonly phone: string; readonly now: Date },
): Promise<Person> {
  const actor = await lockPeople(db, secrets, change)
  const row = await personRow(db, phone)
  if (row?.active !== true) throw refused(nobody)
  if (!isVouched(secrets, row))
    return store(db, secrets, row.id, 'active', { active: false, removed_at: now, roles: [] })
  const person = personOf(row)
  for (const role of person.roles) checkReach(actor, role, change.rules)
  await keepAnOwner(db, secrets, person)
  await store(db, secrets, person.id, 'active', { active: false, removed_at: now })
  return person
}

/** Somebody under the name that they have now, and the one that they had before. */
export type Renamed = { readonly person: Person; readonly before: string }

/**
 * Changes what somebody is called.
 * @throws UserError `precondition_failed`: nobody active has this number, the name is not acceptable or already theirs, or
 *   they have rights that the actor lacks
 */
export async function renamePerson(
  db: Executor,
  secrets: Secrets,
  { phone, name, ...change }: PeopleChange & { readonly phone: string; readonly name: string },
): Promise<Renamed> {
  const actor = await lockPeople(db, secrets, change)
  const person = await activePerson(db, secrets, phone)
  for (const role of person.roles) checkReach(actor, role, change.rules)
  return rename(db, secrets, person, name)
}

/**
 * Changes what the actor is called. Nobody may pass for somebody else here: another person's name is refused.
 * @throws UserError `precondition_failed`: the name is not acceptable, already theirs, or somebody else’s
 */
export async function renameOneself(
  db: Executor,
  secrets: Secrets,
  { name, ...change }: PeopleChange & { readonly name: string },
): Promise<Renamed> {
  const actor = await lockPeople(db, secrets, change)
  checkName(name)
  if (await isNameTaken(db, name, { exceptId: actor.id })) throw refused('Somebody else here is called that')
  return rename(db, secrets, actor, name)
}

async function rename(db: Executor, secrets: Secrets, person: Person, name: string): Promise<Renamed> {
  checkName(name)
  if (person.name === name) throw refused('They are called that already')
  return { person: await store(db, secrets, person.id, 'name', { name }), before: person.name }
}

/**
 * Gives somebody one more role.
 * @throws UserError `precondition_failed`: nobody active has this number, the role is unknown, already theirs, or more than
 *   the actor has
 */
export async function grantRole(
  db: Executor,
  secrets: Secrets,
  { phone, role, ...change }: PeopleChange & { readonly phone: string; readonly role: string },
): Promise<Person> {
  const actor = await lockPeople(db, secrets, change)
  const person = await activePerson(db, secrets, phone)
  checkGiven(actor, role, change.rules)
  if (person.roles.includes(role)) throw refused('They have this role already')
  return store(db, secrets, person.id, 'roles', { roles: [...person.roles, role] })
}

/**
 * Takes a role from somebody.
 * @throws UserError `precondition_failed`: nobody active has this number, they do not have this role, it is more than the
 *   actor has, or they are the last owner
 */
export async function revokeRole(
  db: Executor,
  secrets: Secrets,
  { phone, role, ...change }: PeopleChange & { readonly phone: string; readonly role: string },
): Promise<Person> {
  const actor = await lockPeople(db, secrets, change)
  const person = await activePerson(db, secrets, phone)
  if (!person.roles.includes(role)) throw refused('They do not have this role')
  checkReach(actor, role, change.rules)
  if (role === ownerRole) await keepAnOwner(db, secrets, person)
  return store(db, secrets, person.id, 'roles', { roles: person.roles.filter((each) => each !== role) })
}

/**
 * Sets the language in which the actor is answered.
 * @throws UserError `precondition_failed`: the catalogue does not speak it
 */
export async function setLanguage(
  db: Executor,
  secrets: Secrets,
  { language, ...change }: PeopleChange & { readonly language: string },
): Promise<Person> {
  const actor = await lockPeople(db, secrets, change)
  if (!change.rules.languages.includes(language)) throw refused('That language is not spoken here')
  return store(db, secrets, actor.id, 'language', { language })
}

/**
 * Sets the time zone in which the actor reads and writes days and times.
 * @param zone an IANA name
 * @throws UserError `precondition_failed`: there is no such zone
 */
export async function setTimeZone(
  db: Executor,
  secrets: Secrets,
  { zone, ...change }: PeopleChange & { readonly zone: string },
): Promise<Person> {
  const actor = await lockPeople(db, secrets, change)
  return storeZone(db, secrets, actor.id, zone)
}

/** Somebody in the time zone that they have now, and the one that they had before. */
export type Placed = { readonly person: Person; readonly before: string }

/**
 * Sets the time zone of somebody else.
 * @param zone an IANA name
 * @throws UserError `precondition_failed`: nobody active has this number, there is no such zone, or they have rights that
 *   the actor lacks
 */
export async function setPersonTimeZone(
  db: Executor,
  secrets: Secrets,
  { phone, zone, ...change }: PeopleChange & { readonly phone: string; readonly zone: string },
): Promise<Placed> {
  const actor = await lockPeople(db, secrets, change)
  const { id, roles, timeZone: before } = await activePerson(db, secrets, phone)
  for (const role of roles) checkReach(actor, role, change.rules)
  return { person: await storeZone(db, secrets, id, zone), before }
}

async function storeZone(db: Executor, secrets: Secrets, id: string, zone: string): Promise<Person> {
  const known = zoneNamed(zone)
  if (known === null) throw refused('There is no such time zone')
  return store(db, secrets, id, 'time_zone', { time_zone: known })
}

/** The actor as they are now: somebody who was removed meanwhile can change nothing any more. */
export async function lockPeople(db: Executor, secrets: Secrets, { actorId }: PeopleChange): Promise<Person> {
  await lockPeopleTable(db)
  const actor = await personWithId(db, secrets, actorId)
  if (actor === null) throw refused('Whoever asked for it has no rights any more')
  return actor
}

const nobody = 'Nobody with this number may speak here'

export async function activePerson(db: Executor, secrets: Secrets, phone: string): Promise<Person> {
  const row = await personRow(db, phone)
  if (row?.active !== true) throw refused(nobody)
  if (!isVouched(secrets, row))
    throw refused('What is stored of them was not stored by Sayso; remove them and add them again')
  return personOf(row)
}

function checkName(name: string): void {
  if (isWellNamed(name)) return
  throw refused('A name is one line of at most 80 characters, none hidden, in one alphabet a word, and no phone number')
}

/** A role that is given is one of the catalogue's, and does not exceed the rights of whoever gives it. */
function checkGiven(actor: Person, role: string, rules: PeopleRules): void {
  if (!rules.roles.has(role)) throw refused('There is no such role')
  checkReach(actor, role, rules)
}

/** Nobody gives, takes or touches a role that exceeds their own rights; it may be one that the catalogue has no more. */
export function checkReach(actor: Person, role: string, { roles }: PeopleRules): void {
  if (!mayGive({ person: actor, role, roles })) throw refused('The role grants more than you may do yourself')
}

/** @throws UserError `precondition_failed` when nobody else is an owner; to be called while holding the table's lock */
export async function keepAnOwner(db: Executor, secrets: Secrets, person: Pick<Person, 'id' | 'roles'>): Promise<void> {
  if (!person.roles.includes(ownerRole) || (await hasOwner(db, secrets, person.id))) return
  throw refused('They are the last owner; make somebody else an owner first')
}

/** Stores a change made in the chat and vouches for the row: only for somebody who is vouched for, or to take all rights away. */
export async function store(
  db: Executor,
  secrets: Secrets,
  id: string,
  field: 'active' | 'name' | 'roles' | 'language' | 'time_zone',
  values: {
    readonly active?: boolean
    readonly removed_at?: Date
    readonly name?: string
    readonly roles?: string[]
    readonly language?: string
    readonly time_zone?: string
  },
): Promise<Person> {
  const row = await db
    .updateTable('people')
    .set({
      ...values,
      chat_fields: sql<string[]>`array(select distinct unnest(chat_fields || ${field}::text) order by 1)`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await vouchFor(db, secrets, row)
  return personOf(row)
}

/** An error that says that nothing was changed, and that the person who asked can do something about it. */
export function refused(message: string): UserError {
  return new UserError('precondition_failed', message)
}
