import { type Kysely, sql } from 'kysely'

/** When somebody last lost all their rights: what they were shown before that they cannot confirm when they are back. */
export const removedPeople = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table people add column removed_at timestamptz`).execute(db)
  },
}
