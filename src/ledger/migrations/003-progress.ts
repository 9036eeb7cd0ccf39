import { type Kysely, sql } from 'kysely'

/** What a worker tells of a run that takes its time waits in the person's lane, and is said by editing one reply. */
export const progress = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table inbox drop constraint inbox_kind_check,
    add constraint inbox_kind_check check (kind in ('message', 'outcome', 'expiry', 'progress'))`,
  `alter table outbox add column edits text`,
]
