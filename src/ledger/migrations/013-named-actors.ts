import { type Kysely, sql } from 'kysely'

/** A command whose steps use the name or the number of whoever asked keeps them, and they go when it is erased. */
export const namedActors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create or replace function erased_document(document jsonb) returns jsonb language sql immutable return
    jsonb_set(jsonb_set(jsonb_set(document, '{args}', '{}'), '{intent,target}', 'null'), '{sayso,facts}', '{}')
      #- '{trace,audio}' #- '{sayso,actor,name}' #- '{sayso,actor,phone}'`,
      )
      .execute(db)
  },
}
