import { type Kysely, sql } from 'kysely'

/** Before a message is read it is looked for whether it was changed already; few are, and the index holds those alone. */
export const changedWords = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create index inbox_changes on inbox (chat_id, (body #>> '{content,of}')) where body #>> '{content,of}' is not null`,
]
