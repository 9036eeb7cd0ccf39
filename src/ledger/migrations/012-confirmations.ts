import { type Kysely, sql } from 'kysely'

/** What a confirmation leaves, so that a worker knows it from one that somebody has written into the table. */
export const confirmations = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [`alter table envelopes add column confirmation_mac bytea`]
