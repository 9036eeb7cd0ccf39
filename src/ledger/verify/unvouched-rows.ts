/** Which rows of the inbox Sayso did not store itself, for the operator: nothing is done for them. */
import { sql } from 'kysely'
import { showValue } from '../../conversation/render/show-value.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isOfNobody, isVouchedRow, storedColumns, storedIn, type StoredRow } from '../talk/vouched-inbox.ts'

/** Any more are not named. */
const mostNamed = 5
/** Many times more than ever wait; any beyond are found once these are gone. */
const mostLookedAt = 10_000

export type UnvouchedRow = Pick<StoredRow, 'seq' | 'kind' | 'from'>

/** The first few, and how many there are. */
export type UnvouchedRows = { readonly first: readonly UnvouchedRow[]; readonly count: number }

/** A row that waits or was set aside. */
export type RowInDoubt = StoredRow & { readonly isSetAside: boolean }

/** The query for all that may be one; `table` qualifies the name of a table. */
export function rowsInDoubt(table: (name: string) => string): string {
  return `select ${storedColumns}, i.set_aside_at is not null as "isSetAside" from ${storedIn(table)}
    where i.done_at is null or i.set_aside_at is not null order by i.seq limit ${mostLookedAt}`
}

/** Those among them that nothing vouches for. */
export function unvouchedAmong(secrets: Secrets, rows: readonly RowInDoubt[]): UnvouchedRows {
  const found = rows.filter((row) => row.isSetAside || !(isOfNobody(row) || isVouchedRow(secrets, row)))
  return { first: found.slice(0, mostNamed).map(({ seq, kind, from }) => ({ seq, kind, from })), count: found.length }
}

/** All such rows of the ledger. */
export async function findUnvouchedRows(db: Executor, secrets: Secrets): Promise<UnvouchedRows> {
  const { rows } = await sql.raw<RowInDoubt>(rowsInDoubt((name) => name)).execute(db)
  return unvouchedAmong(secrets, rows)
}

/** One of them, in words. */
export function describeUnvouchedRow({ seq, kind, from }: UnvouchedRow): string {
  return `row ${seq} of the inbox (${kind === 'message' ? 'a message of' : `${kind} for`} ${showValue(from)})`
}

/** What fixes it, in the ledger of this schema. */
export function unvouchedRowsCure(schema: string): string {
  return (
    'Something else than Sayso wrote to the inbox. Find out who can write to the tables of the ledger, and whether what they wrote was said; ' +
    `then remove it, with the number of each row: delete from ${schema}.inbox where seq in (…).`
  )
}
