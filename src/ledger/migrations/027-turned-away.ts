import { type Kysely, sql } from 'kysely'

/** What somebody wrote while nobody knew them is found by the message, for whoever is forgotten or asks what is known of them. */
export const turnedAway = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index evidence_turned_away on evidence (chat_id, (facts->>'message')) where kind = 'access.refused'`.execute(
      db,
    )
  },
}
