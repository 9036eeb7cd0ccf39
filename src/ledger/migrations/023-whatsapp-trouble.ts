import { type Kysely, sql } from 'kysely'

/** A number has beside its lease what keeps its owner from serving it, so that others than its owner can tell. */
export const whatsappTrouble = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table whatsapp_accounts add column trouble text, add column trouble_since timestamptz`.execute(db)
  },
}
