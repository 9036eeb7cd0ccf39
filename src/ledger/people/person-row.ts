import { sql } from 'kysely'
import { normalisePhone } from '../../access/phone.ts'
import { sameLine } from '../../access/same-line.ts'
import type { Executor } from '../database.ts'

/**
 * The row of whoever has this number: as it is stored, else as the numbering plan of its country writes it, else under the
 * other number of the same line; of two, the one who may speak. `null` when there is nobody.
 */
export async function personRow(db: Executor, phone: string) {
  return (await rowsOfLine(db, phone))[0] ?? null
}

/**
 * Everybody on the line of this number. Whoever has exactly this one comes first, even when they may not speak any more:
 * another person under the other number of the line is never taken for them.
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

/** The number of a line under which somebody is known, preferring somebody who may speak; `null` when there is none. */
export async function knownNumber(db: Executor, phone: string): Promise<string | null> {
  const rows = await rowsOfLine(db, phone)
  return (rows.find(({ active }) => active) ?? rows[0])?.phone ?? null
}

/**
 * Under which number whoever speaks is known, whichever number of their line a channel hands over: that of a person, else the one to prefer.
 * Without it one telephone would be two people.
 */
export async function numberOfSpeaker(db: Executor, phone: string): Promise<string> {
  const line = sameLine(phone)
  return line.length === 1 ? phone : ((await knownNumber(db, phone)) ?? line[0] ?? phone)
}

/** The numbers of somebody's line, except those that somebody else has: what was said under them is theirs. */
export async function numbersOf(db: Executor, phone: string): Promise<readonly string[]> {
  const line = sameLine(phone)
  const rows = await db.selectFrom('people').select('phone').where('phone', 'in', line).execute()
  const taken = rows.map((row) => row.phone).filter((number) => number !== phone)
  return line.filter((number) => !taken.includes(number))
}

/** Keeps everybody else from changing people until the transaction ends; reading goes on. */
export async function lockPeopleTable(db: Executor): Promise<void> {
  await sql`lock table people in share row exclusive mode`.execute(db)
}
