import { CompiledQuery } from 'kysely'
import type { LedgerDb } from '../../ledger/database.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { vouchForPeopleAnew } from '../../ledger/people/vouched-people.ts'

/**
 * Writes into the table of people, and vouches for all that is in it: what is written there by SQL alone gives nobody rights. Returns the
 * rows that the statement gives.
 */
export async function changePeople<Row = unknown>(
  { db, secrets }: { readonly db: LedgerDb; readonly secrets: Secrets },
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement, [...values]))
  await vouchForPeopleAnew(db, secrets, null)
  return rows
}
