import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/**
 * The ids of the evidence of what somebody wrote while nobody knew them. It names no person, and is found by the messages under their
 * identities, whose rows stay.
 */
export async function evidenceOfTurnedAway(db: Executor, identities: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id::text from inbox i join evidence e
      on e.kind = 'access.refused' and e.chat_id = i.chat_id and e.facts->>'message' = i.message_id
    where i.sender_id = any(${[...identities]}::uuid[]) and i.kind = 'message'`.execute(db)
  return rows.map(({ id }) => id)
}
