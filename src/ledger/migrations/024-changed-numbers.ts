import { type Kysely, sql } from 'kysely'

/** Who somebody was before their number changed is asked wherever what a person did is looked for. */
export const changedNumbers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index evidence_numbers on evidence ((facts->>'person'), id)
      where kind in ('admin.person_added', 'admin.number_changed')`.execute(db)
  },
}
