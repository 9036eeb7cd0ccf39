import { sql } from 'kysely'
import { phoneDigits } from '../access/phone.ts'
import type { Executor } from './database.ts'

/** Somebody as they are listed and chosen. */
export type ListedPerson = {
  /** The phone number: what people are called by in commands. */
  readonly id: string
  readonly name: string
  readonly phone: string
  /** Their roles, comma between. */
  readonly roles: string
  readonly language: string
  readonly state: 'active' | 'removed'
}

/** More are not looked through one by one. */
const mostListed = 200
/** As many as a lookup by name may give. */
const mostFound = 20

/** The people who may speak, by name. */
export async function listPeople(db: Executor): Promise<readonly ListedPerson[]> {
  return select(db, sql`active`, mostListed)
}

/** Finds people by their phone number, or the end of it. `removed`: those who may not speak any more too. */
export async function findPeopleByPhone(
  db: Executor,
  value: string,
  { removed }: { readonly removed: boolean },
): Promise<readonly ListedPerson[]> {
  const digits = phoneDigits(value)
  if (digits === null) return []
  return select(db, sql`(active or ${removed}) and right(phone, ${digits.length}) = ${digits}`, mostFound)
}

/** Finds people by what they are called, or part of it, without regard to case and accents. */
export async function findPeopleByName(
  db: Executor,
  value: string,
  { removed }: { readonly removed: boolean },
): Promise<readonly ListedPerson[]> {
  const found = sql`(active or ${removed}) and position(${plain(sql`${value}::text`)} in ${plain(sql`name`)}) > 0`
  return select(db, found, mostFound)
}

/** Decomposed, accents are marks of their own and can be dropped. */
function plain(text: ReturnType<typeof sql>) {
  return sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`
}

async function select(db: Executor, where: ReturnType<typeof sql>, limit: number): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select phone as id, name, phone, array_to_string(roles, ', ') as roles, language,
      case when active then 'active' else 'removed' end as state
    from people where forgotten_at is null and (${where}) order by active desc, name, phone limit ${limit}`.execute(db)
  return rows
}
