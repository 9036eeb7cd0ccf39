import { normalisePhone } from '../access/phone.ts'
import { sameLine } from '../access/same-line.ts'
import type { Executor } from './database.ts'

/**
 * The row of whoever has this number: as it is stored, else as the plan of its country writes it, else under the other number of
 * the same line; of two, who may speak. `null` when there is nobody.
 */
export async function personRow(db: Executor, phone: string) {
  const number = normalisePhone(phone) ?? phone
  const wanted = [phone, number, ...sameLine(number)]
  const rows = await db.selectFrom('people').selectAll().where('phone', 'in', wanted).execute()
  const rank = (row: { readonly phone: string; readonly active: boolean }): number =>
    wanted.indexOf(row.phone) + (row.active ? 0 : wanted.length)
  return rows.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}
