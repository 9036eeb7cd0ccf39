import { type Kysely, sql } from 'kysely'

/** What means somebody who was forgotten in commands that were still under way then: sealed, until their words are struck out. */
export const unfinishedStrikes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table unfinished_strikes (
        command_id uuid primary key references envelopes,
        sealed bytea not null,
        since timestamptz not null
      )`.execute(db)
  },
}
