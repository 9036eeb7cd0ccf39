import { type Kysely, sql } from 'kysely'

/** What vouches for what is open in a conversation, so that it is known from what somebody has written into the table. */
export const vouchedSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table sessions add column code bytea`).execute(db)
  },
}
