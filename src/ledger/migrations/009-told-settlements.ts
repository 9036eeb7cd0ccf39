import { type Kysely, sql } from 'kysely'

/** What somebody else found out about a command waits in the lane of the person who asked for it. */
export const toldSettlements = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table inbox drop constraint inbox_kind_check,
    add constraint inbox_kind_check check (kind in ('message', 'outcome', 'expiry', 'progress', 'settled'))`,
]
