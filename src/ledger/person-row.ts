import { sql } from 'kysely'
import { normalisePhone } from '../access/phone.ts'
import { sameLine } from '../access/same-line.ts'
import type { Executor } from './database.ts'

/**
 * The row of whoever has this number: as it is stored, else as the plan of its country writes it, else under the other number of
 * the same line; of two of those, who may speak. `null` when there is nobody.
 */
export async function personRow(db: Executor, phone: string) {
  return (await rowsOfLine(db, phone))[0] ?? null
}

/**
 * Everybody of the line of this number. Whoever has exactly this one is first, also when they may not speak any more: another
 * person under the other number of the line is never meant in their place.
 */
export async function rowsOfLine(db: Executor, phone: string) {
  const number = normalisePhone(phone) ?? phone
  const exact = [phone, number]
  const wanted = [...exact, ...sameLine(number)]
  const rows = await db.selectFrom('people').selectAll().where('phone', 'in', wanted).execute()
  const rank = (row: { readonly phone: string; readonly active: boolean }): number =>
    wanted.indexOf(row.phone) + (row.active || exact.includes(row.phone) ? 0 : wanted.length)
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

/** Of the numbers of a line, the one under which somebody is known, who may speak before who may not; `null` when none is. */
export async function knownNumber(db: Executor, phone: string): Promise<string | null> {
  const rows = await rowsOfLine(db, phone)
  return (rows.find(({ active }) => active) ?? rows[0])?.phone ?? null
}

/** The numbers of the line of somebody's number, but those under which somebody else is: what was said under them is theirs. */
export async function numbersOf(db: Executor, phone: string): Promise<readonly string[]> {
  const line = sameLine(phone)
  const rows = await db.selectFrom('people').select('phone').where('phone', 'in', line).execute()
  const taken = rows.map((row) => row.phone).filter((number) => number !== phone)
  return line.filter((number) => !taken.includes(number))
}

/** Lets nobody else change people until the transaction ends; reading goes on. */
export async function lockPeopleTable(db: Executor): Promise<void> {
  await sql`lock table people in share row exclusive mode`.execute(db)
}
