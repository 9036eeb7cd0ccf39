import { sql, type Selectable } from 'kysely'
import { ownerRole } from '../../access/owner.ts'
import { nameAsSeen } from '../../access/person-name.ts'
import { phoneDigits } from '../../access/phone.ts'
import { sameLine } from '../../access/same-line.ts'
import type { Database, Executor } from '../database.ts'
import { ownerRows } from './owners.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isVouched } from './vouched-people.ts'
import { plainText } from './plain-text.ts'

/** Somebody as they appear in lists and are chosen from them. */
export type ListedPerson = {
  /** The phone number, by which commands refer to people. */
  readonly id: string
  readonly name: string
  readonly phone: string
  /** Their roles, separated by commas; `no_role` when they have none, or nobody vouches for them (`vouched-people.ts`). */
  readonly roles: string
  readonly language: string
  readonly state: 'active' | 'removed'
  /** Whether no other owner may speak. */
  readonly last_owner: 'yes' | 'no'
  /** Whether they are the one who asks; `no` when that is not given. */
  readonly self: 'yes' | 'no'
}

/** How people are looked for: `removed`: also those who may not speak any more; `actorId`: who asks. */
export type PeopleSearch = { readonly removed: boolean; readonly actorId?: string }

/** Stands for the roles of somebody who has none; every language has a word for it. */
export const noRole = 'no_role'
/** The most that a lookup returns. */
const mostFound = 20
/** Anything shorter must be a whole word. */
const shortestPart = 3

/** All people who may speak, by name. */
export async function listPeople(db: Executor, secrets: Secrets): Promise<readonly ListedPerson[]> {
  return select(db, secrets, sql`active`, null)
}

/** Finds people by their phone number, by its last digits, or by the other number of their line. */
export async function findPeopleByPhone(
  db: Executor,
  secrets: Secrets,
  value: string,
  { removed, actorId }: PeopleSearch,
): Promise<readonly ListedPerson[]> {
  const digits = phoneDigits(value)
  if (digits === null) return []
  const ways = [
    sql`phone = ${value}`,
    sql`right(phone, ${digits.length}) = ${digits}`,
    sql`phone = any(${[...sameLine(`+${digits}`)]}::text[])`,
  ]
  for (const way of ways) {
    const found = await select(db, secrets, sql`(active or ${removed}) and ${way}`, mostFound, actorId)
    if (found.length > 0) return found
  }
  return []
}

/**
 * Finds people by name, or by the beginning of a word in it, regardless of case and accents. One or two letters must be a
 * whole word.
 */
export async function findPeopleByName(
  db: Executor,
  secrets: Secrets,
  value: string,
  { removed, actorId }: PeopleSearch,
): Promise<readonly ListedPerson[]> {
  const word = sql`' ' || ${plainText(sql`${value}::text`)} || ${value.length < shortestPart ? ' ' : ''}::text`
  const found = sql`(active or ${removed}) and position(${word} in ' ' || ${plainText(sql`name`)} || ' ') > 0`
  return select(db, secrets, found, mostFound, actorId)
}

/** Whether somebody else who may speak has this name, as people see names. */
export async function isNameTaken(
  db: Executor,
  name: string,
  { exceptId }: { readonly exceptId: string },
): Promise<boolean> {
  return (await peopleCalled(db, name)).some(({ id }) => id !== exceptId)
}

/** Who may speak and is called so, as people see names. */
export async function peopleCalled(
  db: Executor,
  name: string,
): Promise<readonly { readonly id: string; readonly name: string; readonly phone: string }[]> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'name', 'phone'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('phone')
    .execute()
  const wanted = nameAsSeen(name)
  return people.filter((person) => nameAsSeen(person.name) === wanted)
}

async function select(
  db: Executor,
  secrets: Secrets,
  where: ReturnType<typeof sql>,
  limit: number | null,
  actorId: string | null = null,
): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<Selectable<Database['people']>>`
    select * from people where forgotten_at is null and (${where}) order by active desc, name, phone limit ${limit}`.execute(
    db,
  )
  const owners = rows.some(({ roles }) => roles.includes(ownerRole)) ? await ownerRows(db, secrets) : []
  return rows.map((row) => {
    const { id, phone, name, language, active } = row
    const roles = isVouched(secrets, row) ? row.roles.join(', ') : ''
    const isLastOwner = owners.length === 1 && owners[0]?.id === id
    return {
      id: phone,
      name,
      phone,
      roles: roles === '' ? noRole : roles,
      language,
      state: active ? 'active' : 'removed',
      last_owner: isLastOwner ? 'yes' : 'no',
      self: id === actorId ? 'yes' : 'no',
    }
  })
}
