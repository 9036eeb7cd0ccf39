import { type Kysely, sql } from 'kysely'

/** What vouches for somebody's rights, so that they are known from those that somebody has written into the table. */
export const vouchedPeople = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table people add column code bytea`).execute(db)
  },
}
