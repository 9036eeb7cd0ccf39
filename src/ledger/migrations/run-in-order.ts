import { type Kysely, sql } from 'kysely'

/** What most migrations do: their statements, one after the other. */
export async function runInOrder(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
