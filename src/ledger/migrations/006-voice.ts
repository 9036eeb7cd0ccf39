import { type Kysely, sql } from 'kysely'

/** What was heard for a command is part of its trace (CCP X.C), and personal: it goes when the command is erased. */
export const voice = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create or replace function erased_document(document jsonb) returns jsonb language sql immutable return
    jsonb_set(jsonb_set(jsonb_set(document, '{args}', '{}'), '{intent,target}', 'null'), '{sayso,facts}', '{}')
      #- '{trace,audio}'`,
      )
      .execute(db)
  },
}
